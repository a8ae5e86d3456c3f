/** What Mastra's runs are doing, and the request to stop one. */

export { ProcessNames } from './process-names.ts';
export { requestStop, type StopOutcome } from './request-stop.ts';
export { RunReader } from './run-reader.ts';
export { RunSweep, type SweptThread } from './run-sweep.ts';
