/** What a keyspace event asks for: nothing, for an expected renewal, or a reading with a hint. */

import type { LeaseTable } from '../table/lease-table.ts';
import type { ReadQueue } from './read-queue.ts';

/** Events after which a key is gone. `rename_from` and `move_from` take it away like `del`. */
const FREED = new Map<string, 'released' | 'expired' | 'evicted'>([
  ['del', 'released'],
  ['rename_from', 'released'],
  ['move_from', 'released'],
  ['expired', 'expired'],
  ['evicted', 'evicted'],
]);

/** Takes an event of a key at `now`, milliseconds on Redis' clock. */
export function noteEvent(
  key: string,
  name: string,
  now: number,
  table: LeaseTable,
  queue: ReadQueue,
): void {
  if (name === 'expire' && !queue.has(key) && table.renewed(key, now)) return;
  const hint = queue.add(key);
  const freed = FREED.get(name);
  if (freed) {
    hint.freed = freed;
    hint.freedAt = now;
  } else if (name === 'expire') {
    hint.expireAt = now;
  } else if (name !== 'persist') {
    hint.setAt = now;
  }
}
