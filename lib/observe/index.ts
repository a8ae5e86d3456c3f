/** Observation: the live truth about leases, how far it can be trusted, and its way to browsers. */

export { redisConnector } from './connector.ts';
export { diagnose } from './diagnose/diagnose.ts';
export type { Finding, FindingState, Fix } from './diagnose/finding.ts';
export { LeaseWatch, type LeaseWatchOptions } from './lease-watch.ts';
export type { ObservationGap, OwnerChange } from './owner-change.ts';
export type { Connect } from './source/change-source.ts';
export type { FlagsSet } from './source/enable-events.ts';
export { parseView, ViewError } from './view/parse-view.ts';
export { type FeedSource, type OpenOptions, ViewStreams } from './view/view-streams.ts';
export type { WatchStats } from './watched-servers.ts';
