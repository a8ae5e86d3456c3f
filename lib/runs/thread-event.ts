/**
 * What is kept of an event on a thread's stream: types, ids, tool names and times. What people and
 * models wrote is left behind here, at the border; nothing after this function ever sees it.
 */

import { z } from 'zod';

/** The types that say that a run, or one segment of it, is over. */
const TERMINAL = ['run-completed', 'run-aborted', 'run-failed', 'run-discarded'] as const;

export type ThreadEvent = {
  /** Publish time on Redis' clock, milliseconds, from the entry's id. */
  at: number;
} & (
  | { type: 'registered'; runId: string; streamId: string; sourceId: string | null }
  | {
      type: 'part';
      runId: string;
      streamId: string | null;
      sourceId: string | null;
      part: string;
      /** Tool of a tool part. */
      tool: string | null;
      toolCallId: string | null;
      /** Id of the message or signal that the part brings. */
      signalId: string | null;
    }
  | { type: 'suspended'; runId: string }
  | { type: 'over'; runId: string; streamId: string | null; how: (typeof TERMINAL)[number] }
  | { type: 'enqueued'; runId: string; signalId: string }
  | { type: 'cancelled'; signalIds: readonly string[] }
  | { type: 'abort-requested'; runId: string; streamId: string | null; clears: boolean }
);

/** A lease key or owner can be any string; a text beyond this is no id. */
const text = z.string().max(16_384);
const optionalText = text.nullish().catch(null);

const registered = z.object({ runId: text, streamId: text, sourceId: optionalText });
const over = z.object({ runId: text, streamId: optionalText });
const suspended = z.object({ runId: text });
const enqueued = z.object({ runId: text, signal: z.object({ id: text }) });
const cancelled = z.object({ signalIds: z.array(text) });
const abortRequested = z.object({
  runId: text,
  streamId: optionalText,
  clearPendingSignals: z.boolean().nullish().catch(null),
});
const partSchema = z.object({
  runId: text,
  streamId: optionalText,
  sourceId: optionalText,
  part: z.object({
    type: text,
    payload: z.object({ toolName: optionalText, toolCallId: optionalText }).nullish().catch(null),
    data: z.object({ id: optionalText }).nullish().catch(null),
  }),
});

/** Reads one stream entry. `null` for what is unknown or malformed: skipped, never fatal. */
export function parseThreadEvent(entryId: string, json: string): ThreadEvent | null {
  const at = Number(entryId.split('-')[0]);
  const event = objectOf(json);
  if (!event || !Number.isFinite(at)) return null;
  const fact = factOf(event.type, event.data);
  return fact && { at, ...fact };
}

type Fact = ThreadEvent extends infer Event
  ? Event extends unknown
    ? Omit<Event, 'at'>
    : never
  : never;

function factOf(type: unknown, data: unknown): Fact | null {
  switch (type) {
    case 'run-registered':
      return read(registered, data, (run) => ({
        type: 'registered',
        ...run,
        sourceId: run.sourceId ?? null,
      }));
    case 'stream-part':
      return read(partSchema, data, partFact);
    case 'run-suspended':
      return read(suspended, data, (run) => ({ type: 'suspended', ...run }));
    case 'run-completed':
    case 'run-aborted':
    case 'run-failed':
    case 'run-discarded':
      return read(over, data, (run) => ({
        type: 'over',
        runId: run.runId,
        streamId: run.streamId ?? null,
        how: type,
      }));
    case 'signal-enqueued':
      return read(enqueued, data, ({ runId, signal }) => ({
        type: 'enqueued',
        runId,
        signalId: signal.id,
      }));
    case 'signals-cancelled':
      return read(cancelled, data, ({ signalIds }) => ({ type: 'cancelled', signalIds }));
    case 'run-abort-requested':
      return read(abortRequested, data, (request) => ({
        type: 'abort-requested',
        runId: request.runId,
        streamId: request.streamId ?? null,
        clears: request.clearPendingSignals === true,
      }));
    default:
      return null;
  }
}

function partFact({ runId, streamId, sourceId, part }: z.infer<typeof partSchema>): Fact {
  const bringsMessage = part.type === 'data-user-message' || part.type === 'data-signal';
  return {
    type: 'part',
    runId,
    streamId: streamId ?? null,
    sourceId: sourceId ?? null,
    part: part.type,
    tool: part.payload?.toolName ?? null,
    toolCallId: part.payload?.toolCallId ?? null,
    signalId: bringsMessage ? (part.data?.id ?? null) : null,
  };
}

function read<T>(schema: z.ZodType<T>, data: unknown, fact: (value: T) => Fact): Fact | null {
  const result = schema.safeParse(data);
  return result.success ? fact(result.data) : null;
}

function objectOf(json: string): { type?: unknown; data?: unknown } | null {
  try {
    const value: unknown = JSON.parse(json);
    return value !== null && typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
