/** What differs between the history's last word and the leases held now. */

import { type RedisClient, storeKeys } from '../lease/index.ts';
import type { HeldNow } from '../observe/owner-change.ts';
import type { RecordedChange } from './history-script.ts';
import { type HolderNote, parseHolderNote, readHolderNotes } from './holder-notes.ts';
import { truncateOwner } from './truncate-owner.ts';

const BATCH = 500;

/** Keys of Redis as map keys: one character a byte. */
function textKey(redisKey: Buffer): string {
  return redisKey.toString('latin1');
}

/** The Redis keys whose holder in `held` is not the one of the table. Reads the whole hash, in steps. */
export async function differingKeys(
  store: RedisClient,
  prefix: string,
  heldNow: () => Iterable<HeldNow>,
): Promise<Buffer[]> {
  const table = new Map<string, HeldNow>();
  for (const lease of heldNow()) table.set(textKey(lease.redisKey), lease);
  const differing: Buffer[] = [];
  const { held } = storeKeys(prefix);
  let cursor = '0';
  do {
    const [next, pairs] = await store.hscanBuffer(held, cursor, 'COUNT', BATCH);
    for (let at = 0; at + 1 < pairs.length; at += 2) {
      const [key, value] = [pairs[at], pairs[at + 1]];
      if (!key || !value) continue;
      const lease = table.get(textKey(key));
      table.delete(textKey(key));
      const note = parseHolderNote(value);
      if (note && !(lease && truncateOwner(lease.owner).equals(note.owner))) differing.push(key);
    }
    cursor = next.toString();
  } while (cursor !== '0');
  for (const lease of table.values()) differing.push(lease.redisKey);
  return differing;
}

/** The changes that would bring `held` to what the table says of these keys, compared once more. */
export async function differences(
  store: RedisClient,
  prefix: string,
  keys: readonly Buffer[],
  heldNow: () => Iterable<HeldNow>,
  now: number,
): Promise<RecordedChange[]> {
  const changes: RecordedChange[] = [];
  const wanted = new Set(keys.map(textKey));
  const found = await readHolderNotes(store, prefix, keys);
  const notes = new Map(keys.map((key, index) => [textKey(key), found[index] ?? null]));
  const table = new Map<string, HeldNow>();
  for (const lease of heldNow()) {
    if (wanted.has(textKey(lease.redisKey))) table.set(textKey(lease.redisKey), lease);
  }
  for (const key of keys) {
    const change = difference(key, notes.get(textKey(key)) ?? null, table.get(textKey(key)), now);
    if (change) changes.push({ ...change, prefix });
  }
  return changes;
}

function difference(
  redisKey: Buffer,
  note: HolderNote | null,
  lease: HeldNow | undefined,
  now: number,
): Omit<RecordedChange, 'prefix'> | null {
  const base = { redisKey, at: now, source: 'reconciled', heldForMs: null, renewals: 0 } as const;
  const to = lease?.owner ?? null;
  if (note && to && truncateOwner(to).equals(note.owner)) return null;
  if (note && to) {
    const reason = 'handed on, or freed and taken, unseen';
    return { ...base, event: 'transferred', from: note.owner, to, reason };
  }
  if (note) {
    if (note.deadline <= now) return { ...base, event: 'expired', from: note.owner, to: null };
    return {
      ...base,
      event: 'released',
      from: note.owner,
      to: null,
      reason: 'its end was not seen',
    };
  }
  return to ? { ...base, event: 'acquired', from: null, to } : null;
}
