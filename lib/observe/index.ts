/** Observation: the live truth about leases, how far it can be trusted, and its way to browsers. */

export { redisConnector } from './connector.ts';
export { LeaseWatch, type LeaseWatchOptions } from './lease-watch.ts';
export type { ObservationGap, OwnerChange } from './owner-change.ts';
export type { Connect } from './source/change-source.ts';
export { parseView, ViewError } from './view/parse-view.ts';
export { type FeedSource, type OpenOptions, ViewStreams } from './view/view-streams.ts';
