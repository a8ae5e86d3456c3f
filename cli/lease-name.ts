/** Which lease a word on the command line names. */

import { targetOf } from '../lib/admin/target.ts';
import { leaseIdOf } from '../lib/keys/lease-id.ts';
import { textOf } from '../lib/keys/text.ts';
import { leaseKeyPrefix } from '../lib/lease/index.ts';
import { usageError } from './exit-codes.ts';
import { plain } from './plain.ts';

/**
 * The id of the lease: the word itself where it is one, else that of the key it spells.
 * @throws CommandError (usage) when there is no word, or several prefixes to look under.
 */
export function leaseIdFrom(word: string | undefined, prefixes: readonly string[]): string {
  if (!word) throw usageError('Which lease? Give its id or its key.');
  if (targetOf(prefixes, word)) return word;
  const [prefix, ...others] = prefixes;
  if (prefix === undefined || others.length > 0) {
    throw usageError('Several prefixes: name the lease by its id, or one of them with --prefix.');
  }
  return leaseIdOf(Buffer.concat([Buffer.from(leaseKeyPrefix(prefix)), keyBytes(word)]));
}

/**
 * The key that a word spells, as text; `null` where the word is an id, which spells nothing.
 */
export function keyTextFrom(word: string, prefixes: readonly string[]): string | null {
  return targetOf(prefixes, word) ? null : textOf(keyBytes(word));
}

/** How a lease's key is spelled, different for each and as a command takes it; its id where no text spells it. */
export function keySpelling({ id, prefix, key }: NamedLease): string {
  // Bytes that are no text are spelled out in the key already.
  const spellings = [plain(key.replaceAll('\\', '\\\\')), plain(key)];
  return spellings.find((spelling) => leaseIdFrom(spelling, [prefix]) === id) ?? id;
}

/** What to type in a shell for a lease. */
export function nameToType(lease: NamedLease): string {
  const word = keySpelling(lease);
  return /^[\w.:@/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** What a lease is called. */
export interface NamedLease {
  id: string;
  prefix: string;
  /** The key after `<prefix>:lease:`, as text. */
  key: string;
}

const ESCAPE = /\\(0|n|t|\\|x[0-9a-fA-F]{2})/;
const NAMED: Readonly<Record<string, number>> = { '0': 0, n: 10, t: 9, '\\': 92 };

/** The bytes that a key on the command line spells. */
function keyBytes(word: string): Buffer {
  const parts = word.split(ESCAPE).map((part, at) => {
    if (at % 2 === 0) return Buffer.from(part);
    return Buffer.from([NAMED[part] ?? Number.parseInt(part.slice(1), 16)]);
  });
  return Buffer.concat(parts);
}
