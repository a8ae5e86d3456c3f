/** Which lease a word on the command line names. */

import { targetOf } from '../lib/admin/target.ts';
import { leaseIdOf } from '../lib/keys/lease-id.ts';
import { leaseKeyPrefix } from '../lib/lease/index.ts';
import { usageError } from './exit-codes.ts';

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
