/** What news of a key asks for: nothing, for an expected renewal, else a reading with a hint. */

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

/** Events that neither write an owner nor set a whole TTL; `restore` moves a lease between nodes. */
const SILENT = new Set(['persist', 'restore']);

/** Takes a keyspace event at `now`, milliseconds on Redis' clock. */
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
  } else if (!SILENT.has(name)) {
    hint.setAt = now;
  }
}

/** Takes the news that something, nobody knows what, happened to a key. */
export function noteTouch(key: string, now: number, queue: ReadQueue): void {
  const hint = queue.add(key);
  hint.setAt = now;
  hint.expireAt = now;
}
