/** Walks the keys of all leases with SCAN, which never blocks the server for long. */

import type { Redis } from 'ioredis';
import { escapeGlob } from '../source/glob.ts';
import { isAscii } from '../table/binary-text.ts';
import { type LeasePrefix, prefixOf } from '../table/lease-prefix.ts';
import { within } from '../with-timeout.ts';

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
      yield found.filter((key) => prefixOf(prefixes, key) !== undefined);
      if (end) break;
    }
  }
}

/** Stands in text for bytes that are no UTF-8. */
const UNKNOWN_BYTES = '\ufffd';

async function next(
  redis: Redis,
  cursor: string,
  pattern: Buffer,
  timeoutMs: number,
): Promise<[cursor: string, keys: string[]]> {
  const args = [cursor, 'MATCH', pattern, 'COUNT', COUNT] as const;
  const reply = redis.call('SCAN', ...args);
  const [at, keys] = (await within(timeoutMs, reply)) as [string, string[]];
  if (!keys.some((key) => key.includes(UNKNOWN_BYTES))) return [at, keys.map(toBinary)];
  // The same step once more, as bytes: a cursor says all there is to say of where it goes on.
  const again = redis.callBuffer('SCAN', ...args);
  const [after, bytes] = (await within(timeoutMs, again)) as [Buffer, Buffer[]];
  return [after.toString(), bytes.map((key) => key.toString('latin1'))];
}

function toBinary(key: string): string {
  return isAscii(key) ? key : Buffer.from(key).toString('latin1');
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
