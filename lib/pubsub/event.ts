/**
 * Events as Mastra publishes them, and their form in a Redis stream: one field `event`, JSON.
 * The shapes are structural: this package does not import Mastra.
 */

/** What travels on a topic. `id`, `createdAt` and `deliveryAttempt` are assigned by the backend. */
export interface PubSubEvent {
  type: string;
  id: string;
  // biome-ignore lint/suspicious/noExplicitAny: the payload is the publisher's own, as in Mastra's type.
  data: any;
  runId: string;
  createdAt: Date;
  index?: number;
  /** 1 for the first delivery, one more for every redelivery. */
  deliveryAttempt?: number;
}

/** What a publisher hands over. */
export type NewEvent = Omit<PubSubEvent, 'id' | 'createdAt'>;

/**
 * Called for every delivery, never awaited before the next one. `ack` and `nack` settle the
 * delivery, the first call counts; a rejected promise or a throw is a `nack`. `extend` tells that
 * the handler still works, so that nobody else takes the event over meanwhile.
 */
export type EventCallback = (
  event: PubSubEvent,
  ack?: () => Promise<void>,
  nack?: () => Promise<void>,
  extend?: () => Promise<void>,
) => void | Promise<void>;

export interface SubscribeOptions {
  /** Subscribers of one group share the events; without a group each gets all of them. */
  group?: string;
  /** Where a subscription that has no checkpoint yet begins. Default `earliest`. */
  startFrom?: 'earliest' | 'latest';
}

/** The name of the only field of a stream entry. */
export const EVENT_FIELD = 'event';

/** The text of an event in the stream; fields in the order that Mastra's own backend writes. */
export function encodeEvent(event: PubSubEvent): string {
  const { type, runId, data, id, createdAt, deliveryAttempt, ...rest } = event;
  return JSON.stringify({ type, runId, data, ...rest, id, createdAt, deliveryAttempt });
}

/** The event in a stream entry, `createdAt` a `Date` again; `null` when the text is no event. */
export function decodeEvent(text: string): PubSubEvent | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!value || typeof value !== 'object' || !('type' in value)) return null;
    const event = value as PubSubEvent;
    const createdAt = new Date(event.createdAt);
    return { ...event, createdAt, deliveryAttempt: attemptOf(event.deliveryAttempt) };
  } catch {
    return null;
  }
}

function attemptOf(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 1;
}
