/** What Mastra's runs are doing, and the request to stop one. */

export { ProcessNames, type RunProcess } from './process-names.ts';
export { requestStop, type StopOutcome } from './request-stop.ts';
export { RunReader, type ThreadLease } from './run-reader.ts';
export { RunSweep, type SweptThread } from './run-sweep.ts';
