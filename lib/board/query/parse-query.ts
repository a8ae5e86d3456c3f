/**
 * The search language: words, and qualifiers that say where to look.
 *
 *     order-88 owner:6d73 resource:acct_42 kind:thread health:late process:web-3 held:>10m
 *
 * Words must all be found somewhere in the lease: key, owner or process. `"…"` keeps spaces. A
 * qualifier may be turned round with `-` in front. What is no known qualifier is a word, since
 * keys hold colons. Pure; runs in Node and in the browser.
 */

export const QUALIFIERS = [
  'owner',
  'resource',
  'thread',
  'kind',
  'health',
  'process',
  'prefix',
  'held',
] as const;

/** Longest search text, in characters. */
export const LONGEST_QUERY = 500;

/** A search text without what is too long, and without half a character at its end. */
export function cutQuery(text: string): string {
  return text.slice(0, LONGEST_QUERY).replace(/[\uD800-\uDBFF]$/, '');
}

export type Qualifier = (typeof QUALIFIERS)[number];

export type Term =
  | { field: Exclude<Qualifier, 'held'> | 'any'; value: string; not: boolean }
  | { field: 'held'; over: boolean; ms: number; not: boolean };

const UNIT_MS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const DURATION = /^([<>]?)(\d+(?:\.\d+)?)(ms|s|m|h|d)$/;
const WORD = /(-?)(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))/gi;

/** Reads a search text. Never fails: what is not understood is looked for as it stands. */
export function parseQuery(text: string): Term[] {
  const terms: Term[] = [];
  for (const match of text.matchAll(WORD)) {
    const term = toTerm(match);
    if (term) terms.push(term);
  }
  return terms;
}

/** The words of a search text: the qualifier in front of each, if it has the look of one, and its value. */
export function queryWords(text: string): { name: string | null; value: string }[] {
  return [...text.matchAll(WORD)].map(([, , name, quoted, plain]) => {
    // `held:` alone is read as a word: its value is still to come.
    const open = QUALIFIERS.find((qualifier) => plain?.toLowerCase() === `${qualifier}:`);
    return {
      name: open ?? name?.toLowerCase() ?? null,
      value: open ? '' : (quoted ?? plain ?? ''),
    };
  });
}

function toTerm(match: RegExpMatchArray): Term | null {
  const [whole, minus, name, quoted, plain] = match;
  // A qualifier that waits for its value filters nothing yet.
  if (QUALIFIERS.some((qualifier) => plain?.toLowerCase() === `${qualifier}:`)) return null;
  const value = quoted ?? plain ?? '';
  const not = minus === '-';
  const field = QUALIFIERS.find((qualifier) => qualifier === name?.toLowerCase());
  if (!field) {
    const words = name || (not && !quoted) ? whole.replaceAll('"', '') : value;
    return words === '' ? null : { field: 'any', value: words, not: false };
  }
  if (value === '') return null;
  if (field !== 'held') return { field, value, not };
  const duration = DURATION.exec(value);
  if (!duration) return { field: 'any', value: whole, not: false };
  const ms = Number(duration[2]) * (UNIT_MS[duration[3] ?? ''] ?? 0);
  return { field, over: duration[1] !== '<', ms, not };
}
