/** Observation: the live truth about leases, and how far it can be trusted. */

export { redisConnector } from './connector.ts';
export { diagnose } from './diagnose/diagnose.ts';
export { LeaseWatch } from './lease-watch.ts';
export { Listeners } from './listeners.ts';
export type { HeldNow, OwnerChange } from './owner-change.ts';
export type { LeaseRecord } from './table/lease-record.ts';
