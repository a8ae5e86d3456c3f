/** A request to stop the run behind a thread's lease, and what was seen of its effect. */

import { holderName } from '../keys/hold.ts';
import { parseLeaseKey } from '../keys/lease-key.ts';
import { textOf } from '../keys/text.ts';
import type { RedisClient } from '../platform/redis-connection.ts';
import { requestStop, type StopOutcome } from '../runs/index.ts';
import type { ActionOutcome } from './action.ts';
import { shownOwner } from './current-lease.ts';
import { within } from './deadline.ts';
import type { Attempt } from './intent.ts';
import type { Target } from './target.ts';

/** A run that hears it stops within milliseconds; what has not by then did not hear. */
const EFFECT_WITHIN_MS = 5000;

const OUTCOMES: Record<StopOutcome, ActionOutcome> = {
  stopped: 'done',
  ignored: 'ignored',
  'owner-changed': 'owner-changed',
  'already-free': 'already-free',
  unknown: 'unknown',
};

/**
 * Asks the run to stop. Never rejects.
 * @param owner the holder just read; nothing is asked of any other.
 */
export async function stop(
  redis: RedisClient,
  target: Target,
  owner: Buffer,
  options: { clearPendingSignals?: boolean; registered?: string | null; timeoutMs: number },
): Promise<Attempt> {
  const found = shownOwner(owner);
  const refused = (detail: string): Attempt => ({
    ...{ outcome: 'not-allowed', owner: found, detail, found, to: null },
  });
  if (parseLeaseKey(target.key).kind !== 'thread') {
    return refused('Only the run behind a thread can be asked to stop.');
  }
  const run = textOf(owner);
  if (holderName(run) !== null) return refused('An operator holds this thread: end the hold.');
  if (!Buffer.from(run).equals(owner)) return refused('Its owner is no run: it is not text.');
  const request = requestStop({
    redis,
    prefix: target.prefix,
    threadKey: target.key,
    owner: run,
    clearPendingSignals: options.clearPendingSignals,
    registered: options.registered,
    waitMs: EFFECT_WITHIN_MS,
  });
  try {
    const seen = await within(EFFECT_WITHIN_MS + 2 * options.timeoutMs, 'stop', request);
    return {
      outcome: OUTCOMES[seen.outcome],
      owner: seen.owner,
      detail: seen.detail && sentence(seen.detail),
      found,
      to: null,
    };
  } catch {
    const detail = 'Redis did not answer in time: the run may have been asked to stop.';
    return { outcome: 'unknown', owner: null, detail, found, to: null };
  }
}

function sentence(text: string): string {
  const end = /[.!?]$/.test(text) ? '' : '.';
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${end}`;
}
