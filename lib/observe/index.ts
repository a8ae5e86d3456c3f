/** Observation: the live truth about leases, how far it can be trusted, and its way to browsers. */

export { redisConnector } from './connector.ts';
export { diagnose } from './diagnose/diagnose.ts';
export { LeaseWatch } from './lease-watch.ts';
export { parseView, ViewError } from './view/parse-view.ts';
export { ViewStreams } from './view/view-streams.ts';
