import type { Trust } from '../../lib/board/wire.ts';
import { staleFor } from '../../lib/observe/trust.ts';

/**
 * Of all that is said of how Redis stands, tells when it stops to answer and when it is back.
 * @param away told how long ago that was, milliseconds, and `null` when it is back.
 */
export function tellingAway(
  away: (staleMs: number | null) => void,
): (trust: Pick<Trust, 'redis'>, now: number) => void {
  let wasAway = false;
  return (trust, now) => {
    const staleMs = staleFor(trust, now);
    if ((staleMs !== null) !== wasAway) away(staleMs);
    wasAway = staleMs !== null;
  };
}
