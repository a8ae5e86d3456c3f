/** What can be measured of leases. Hooks must be quick; what they throw is ignored. */

/**
 * Why a held lease was lost. `taken`: a renewal was answered with "not yours any more".
 * `unconfirmed`: no renewal was confirmed in time, so the lease may expire any moment.
 * `max-hold`: it was held for `maxHoldMs`. `abandoned`: the caller's signal was aborted, and what
 * ran under the lease had not ended when the grace period was over.
 */
export type LossCause = 'taken' | 'unconfirmed' | 'max-hold' | 'abandoned';

export interface LeaseMetrics {
  /** An attempt to acquire ended; `refused` is contention, `failed` an outage. `ms` is how long it took. */
  acquire?(event: { key: string; ms: number; outcome: 'granted' | 'refused' | 'failed' }): void;
  /** A renewal ended; `latenessMs` is how long after its planned moment it was sent. */
  renewal?(event: {
    key: string;
    ms: number;
    latenessMs: number;
    outcome: 'renewed' | 'lost' | 'failed';
  }): void;
  /** A held lease was lost; `toAbortMs` is the time from its last confirmation to the abort of its signal. */
  loss?(event: { key: string; cause: LossCause; toAbortMs: number }): void;
}

type Hook = keyof LeaseMetrics;
type EventOf<H extends Hook> = Parameters<NonNullable<LeaseMetrics[H]>>[0];

/** Calls a hook, if there is one. */
export function measure<H extends Hook>(
  metrics: LeaseMetrics | undefined,
  hook: H,
  event: EventOf<H>,
): void {
  if (!metrics) return;
  try {
    (metrics[hook] as ((event: EventOf<H>) => void) | undefined)?.call(metrics, event);
  } catch {
    // A broken meter must not break the lease that it measures.
  }
}
