/** What holds and the history add to a lease: which operator holds it, its fence, since when it is held. */

import {
  HISTORY_EVENTS,
  type HistoryReader,
  readHolderNotes,
  truncateOwner,
} from '../history/index.ts';
import { holderName } from '../keys/hold.ts';
import { leaseIdOf, leaseIdOfBinary } from '../keys/lease-id.ts';
import { textOf } from '../keys/text.ts';
import type { Log } from '../platform/log.ts';
import type { RedisClient } from '../platform/redis-connection.ts';
import type { Board } from './board.ts';

/** Annotates leases that an operator holds, until the board is closed. */
export function annotateHolds(board: Board): void {
  const marked = new Map<string, string>();
  board.onLeaseChange(({ key, owner, gone }) => {
    const name = owner === null || gone ? null : holderName(textOf(Buffer.from(owner, 'latin1')));
    // An annotation is a change, too: it must not lead to the next one.
    if (name === (marked.get(key) ?? null)) return;
    if (name === null) marked.delete(key);
    else marked.set(key, name);
    board.annotate(leaseIdOfBinary(key), { holdBy: name });
  });
}

/** What a change of owner can be in the history; everything but a gap. */
const CHANGES = HISTORY_EVENTS.filter((event) => event !== 'gap');

/**
 * Annotates leases with what the history has of their grant, until the board is closed: its fencing
 * token, where its writer fences, and when it was, where the watch began later.
 * @returns marks all that is held now, for when the history was read from its store.
 */
export function annotateGrants(board: Board, reader: HistoryReader): () => void {
  const mark = (leaseId: string) => {
    const row = board.get(leaseId);
    if (row?.owner == null) return;
    const [last] = reader.page({ leaseId, event: CHANGES, limit: 1 }).entries;
    // The table may be ahead of the history or behind it; the other one then marks it.
    if (last?.to !== row.owner) return;
    if (last.fence !== null && last.fence !== row.fence)
      board.annotate(leaseId, { fence: last.fence });
    board.restoreHeldSince(leaseId, { at: last.at, exact: last.source !== 'reconciled' });
  };
  reader.onEntry(({ leaseId }) => leaseId !== null && mark(leaseId));
  board.onLeaseChange(({ key, gone }) => {
    if (!gone) mark(leaseIdOfBinary(key));
  });
  return () => {
    for (const { key } of board.leases()) mark(leaseIdOfBinary(key));
  };
}

/**
 * Annotates leases whose beginning nobody saw with who was noted as their holder, and since when. The
 * watch must have scanned them.
 * @throws what the store answers.
 */
export async function restoreHeldSince(
  board: Board,
  { store, prefixes }: { store: RedisClient; prefixes: readonly string[] },
): Promise<void> {
  for (const prefix of prefixes) {
    const held = [...board.heldNow(prefix)].filter(({ since }) => since === null);
    const notes = await readHolderNotes(
      store,
      prefix,
      held.map(({ redisKey }) => redisKey),
    );
    held.forEach(({ redisKey, owner }, index) => {
      const note = notes[index];
      if (!note?.owner.equals(truncateOwner(owner))) return;
      board.restoreHeldSince(leaseIdOf(redisKey), { at: note.since, exact: note.fenced });
    });
  }
}

/** Does {@link restoreHeldSince} once the first scan is done. */
export function restoreHeldSinceAtStart(
  board: Board,
  { log, ...where }: { store: RedisClient; prefixes: readonly string[]; log: Log },
): void {
  const stop = board.onTrust(({ redis, events }) => {
    if (redis.state !== 'up' || !events.complete) return;
    stop();
    restoreHeldSince(board, where).catch((error: unknown) => {
      log.warn({ err: error }, 'since when leases are held was not read');
    });
  });
}
