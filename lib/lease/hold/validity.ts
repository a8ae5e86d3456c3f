/** Longest safety margin before expiry, and its share of short TTLs. */
const MARGIN_MS = 500;
const MARGIN_SHARE = 0.1;

/**
 * The shortest TTL that survives a busy machine, in ms: it is renewed every 100 ms, and an event
 * loop that stands still for 170 ms between two renewals does not lose it.
 */
const MIN_SENSIBLE_TTL_MS = 300;

/** For how many ms after the granting call was sent a lease is surely held. */
export function validityMs(ttlMs: number): number {
  return ttlMs - Math.min(MARGIN_MS, ttlMs * MARGIN_SHARE);
}

let warned = false;

/** Warns, once per process, of a TTL that a busy machine cannot keep. */
export function warnOfShortTtl(ttlMs: number): void {
  if (ttlMs >= MIN_SENSIBLE_TTL_MS || warned) return;
  warned = true;
  process.emitWarning(
    `a lease with a TTL of ${ttlMs} ms can be lost whenever the event loop is busy for ${Math.round(ttlMs / 2)} ms; use ${MIN_SENSIBLE_TTL_MS} ms or more`,
    { type: 'LeaseWarning', code: 'LEASE_SHORT_TTL' },
  );
}
