/**
 * What the run behind a thread's lease is doing, as shown. Derived from the thread's stream alone;
 * holds types, tool names and times, never what people or models wrote.
 * Runs in Node and in the browser.
 */

export const RUN_STATES = [
  'preparing',
  'working',
  'in-tool',
  'waiting-for-person',
  'silent',
  'leaked',
  'ghost',
  'over',
  'unknown',
] as const;

export type RunState = (typeof RUN_STATES)[number];

export interface RunView {
  state: RunState;
  /** Since when it is in this state, milliseconds on Redis' clock; `null` where unknown. */
  since: number | null;
  /** Type of the newest part or event of the run. */
  lastType: string | null;
  /** Its publish time on Redis' clock. */
  lastAt: number | null;
  /** Name of the tool it is inside. */
  tool: string | null;
  /** Stream id of the run's newest registration, which a stop request must name. */
  streamId: string | null;
  /** Source id of the process that registered the run. */
  processId: string | null;
  /** Another run that works on this thread without holding the lease. */
  ghostRunId: string | null;
  /** Messages enqueued and not yet taken by a run. */
  queued: number;
  /** Messages whose target run is over and which no run has taken. */
  lost: number;
  /** Whether the stream may hold, or have held, more of both than was read. */
  countsAreAtLeast: boolean;
}

/** Something wrong on a thread that nobody holds: no row of the table shows it. */
export interface LooseAlarm {
  /** The lease's id. */
  id: string;
  prefix: string;
  /** Text of `<resourceId>\0<threadId>`. */
  threadKey: string;
  /** When it was first seen, milliseconds on Redis' clock. */
  since: number;
  /** `ghost`: a run goes on without the lease. Else `lost` says how many messages nobody took. */
  view: RunView;
  /** The process behind it, where known. */
  process: { id: string; label: string; host: string | null; pid: number | null } | null;
}

/** More than fits in a row: for one thread that somebody looks at. */
export interface RunDetail {
  view: RunView;
  /** Ids of messages that wait for a run, the first 100; the view has the count. */
  queued: string[];
  /** Ids of messages that no run will take, the first 100. */
  lost: string[];
  /** Consumer groups on the thread's stream: how many processes are listening. */
  attached: number;
}
