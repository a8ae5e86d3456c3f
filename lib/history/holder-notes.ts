/** What the store has of present holders: the hash `held`, lease key → who was last recorded as its holder. */

import { timeOrNull } from '../keys/foreign-values.ts';
import { type RedisClient, storeKeys } from '../lease/index.ts';
import { truncateOwner } from './truncate-owner.ts';

const BATCH = 500;
const NOTE = /^(\d+) (\d+) (\d+) (\d+) /;

export interface HolderNote {
  /** As the history keeps it: cut when very long. */
  owner: Buffer;
  /** When it became the holder or, where that was not seen, was first found to be; milliseconds. */
  since: number;
  deadline: number;
  /** Whether the holder itself wrote this, with the grant. */
  fenced: boolean;
}

/** Reads a value of the hash; `null` for one that nobody of ours wrote. */
export function parseHolderNote(value: Buffer): HolderNote | null {
  const head = NOTE.exec(value.subarray(0, 80).toString('latin1'));
  if (!head) return null;
  const [text, fence, ...times] = head;
  const [since, deadline] = times.map((time) => timeOrNull(Number(time)));
  if (since == null || deadline == null) return null;
  return {
    owner: truncateOwner(value.subarray(text.length)),
    since,
    deadline,
    fenced: fence !== '0',
  };
}

/**
 * What is noted of each of these Redis keys, in their order; `null` where nothing is.
 * @throws what Redis answers.
 */
export async function readHolderNotes(
  store: RedisClient,
  prefix: string,
  keys: readonly Buffer[],
): Promise<(HolderNote | null)[]> {
  const { held } = storeKeys(prefix);
  const notes: (HolderNote | null)[] = [];
  for (let at = 0; at < keys.length; at += BATCH) {
    const values = await store.hmgetBuffer(held, ...keys.slice(at, at + BATCH));
    for (const value of values) notes.push(value ? parseHolderNote(value) : null);
  }
  return notes;
}
