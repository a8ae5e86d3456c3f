/** Subscribers for tests. */

import type { EventCallback, NewEvent, PubSubEvent } from '../event.ts';

/** An event with some text. */
export function eventOf(n: unknown, runId = 'run-1'): NewEvent {
  return { type: 'test', runId, data: { n } };
}

/** A subscriber that keeps what it received and acknowledges it. */
export class Collector {
  readonly events: PubSubEvent[] = [];
  readonly callback: EventCallback;

  /** @param settle what to do with a delivery instead of acknowledging it. */
  constructor(settle: EventCallback = (_event, ack) => ack?.()) {
    this.callback = (event, ...rest) => {
      this.events.push(event);
      return settle(event, ...rest);
    };
  }

  /** The payloads received, in order. */
  get received(): unknown[] {
    return this.events.map(({ data }) => data.n);
  }
}
