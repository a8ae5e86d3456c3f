/**
 * Owners that are no run: a hold puts one at a lease to keep every process off until its TTL ends.
 * It names who holds, so that everyone can see it, whatever reads that Redis.
 */

const HOLD = 'leaseboard-hold:';

/** The owner that a hold puts there: `leaseboard-hold:["<name>","<id>"]`. */
export function holdOwner(name: string, id: string): string {
  return `${HOLD}${JSON.stringify([name, id])}`;
}

/** Who holds, or `null` when this owner is no hold. Never throws. */
export function holderName(owner: string): string | null {
  if (!owner.startsWith(HOLD)) return null;
  try {
    const parts: unknown = JSON.parse(owner.slice(HOLD.length));
    const name: unknown = Array.isArray(parts) ? parts[0] : null;
    return typeof name === 'string' && name !== '' ? name : null;
  } catch {
    return null;
  }
}
