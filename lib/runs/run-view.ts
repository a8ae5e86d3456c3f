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
}
