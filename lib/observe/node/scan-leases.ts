/** Walks the keys of all leases with SCAN, which never blocks the server for long. */

import type { Redis } from 'ioredis';
import { escapeGlob } from '../source/glob.ts';
import { type LeasePrefix, prefixOf } from '../table/lease-prefix.ts';
import { within } from '../within.ts';

const COUNT = 1000;

/**
 * Yields Redis keys (one character per byte) in batches. A key may come twice, and one that came
 * or went meanwhile may be missing or gone; whoever needs certainty reads.
 * @throws when the server does not answer within `timeoutMs`, or refuses.
 */
export async function* scanLeases(
  redis: Redis,
  prefixes: readonly LeasePrefix[],
  timeoutMs: number,
): AsyncGenerator<string[]> {
  for (const pattern of patternsOf(prefixes)) {
    let pending = next(redis, '0', pattern, timeoutMs);
    for (;;) {
      const [cursor, found] = await pending;
      const end = cursor === '0';
      // Asked for before the batch is worked on, so that the server never waits for us.
      if (!end) pending = next(redis, cursor, pattern, timeoutMs);
      pending.catch(() => {
        // Told when it is awaited; the caller may have stopped before.
      });
      const keys = found.map((key) => key.toString('latin1'));
      yield keys.filter((key) => prefixOf(prefixes, key) !== undefined);
      if (end) break;
    }
  }
}

async function next(
  redis: Redis,
  cursor: string,
  pattern: Buffer,
  timeoutMs: number,
): Promise<[cursor: string, keys: Buffer[]]> {
  const reply = redis.callBuffer('SCAN', cursor, 'MATCH', pattern, 'COUNT', COUNT);
  const [at, keys] = (await within(timeoutMs, reply)) as [Buffer, Buffer[]];
  return [at.toString(), keys];
}

/** One walk for all prefixes where they start alike, else one for each. */
function patternsOf(prefixes: readonly LeasePrefix[]): Buffer[] {
  const starts = prefixes.map((prefix) => prefix.keyStart);
  const common = commonStart(starts);
  const patterns = common === '' ? starts : [common];
  return patterns.map((start) => Buffer.from(`${escapeGlob(start)}*`, 'latin1'));
}

function commonStart(texts: readonly string[]): string {
  const first = texts[0] ?? '';
  let length = first.length;
  for (const text of texts) while (!text.startsWith(first.slice(0, length))) length--;
  return first.slice(0, length);
}
