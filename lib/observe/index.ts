/** Observation: the live truth about leases, how far it can be trusted, and its way to browsers. */

export { parseView, ViewError } from '../board/view/parse-view.ts';
export { ViewStreams } from '../board/view/view-streams.ts';
export { redisConnector } from './connector.ts';
export { diagnose } from './diagnose/diagnose.ts';
export { LeaseWatch } from './lease-watch.ts';
