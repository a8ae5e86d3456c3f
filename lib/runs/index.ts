/** What Mastra's runs are doing, and the request to stop one. */

export { ProcessNames, type RunProcess } from './process-names.ts';
export {
  requestStop,
  type StopOutcome,
  type StopRequest,
  type StopResult,
} from './request-stop.ts';
export {
  type RunDetail,
  RunReader,
  type RunReaderOptions,
  type ThreadLease,
} from './run-reader.ts';
export { type LooseGhost, RunSweep, type RunSweepOptions, type SweptThread } from './run-sweep.ts';
