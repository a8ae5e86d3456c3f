/** What a worker process is told and what it tells, over the channel between parent and child. */

/** How a worker process is set up; passed as JSON in its first argument. */
export interface WorkerSetup {
  redisUrl: string;
  prefix: string;
  service: string;
  host: string;
  version: string;
}

export interface ThreadRef {
  resourceId: string;
  threadId: string;
}

/** An order to an agent process; it answers each with a {@link WorkerReport} that names its `id`. */
export type WorkerOrder = { id: number } & ThreadRef &
  (
    | { does: 'send' | 'queue' | 'stream'; text: string }
    | { does: 'approve' | 'decline'; runId: string }
    | { does: 'subscribe' }
    | { does: 'abort'; clearPendingSignals?: boolean }
  );

export type WorkerReport =
  | { report: 'ready'; pid: number }
  /** A call of the model: what people wrote, oldest first. */
  | { report: 'asked'; texts: string[] }
  | { report: 'done'; id: number; action: string | null; runId: string | null }
  | { report: 'failed'; id: number; message: string };
