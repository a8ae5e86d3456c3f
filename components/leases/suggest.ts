import { QUALIFIERS, type Qualifier } from '@/lib/board/query/parse-query.ts';
import { QUALIFIER_VALUES } from '@/lib/board/query/query-problem.ts';

/** A way to go on with a search. */
export interface Suggestion {
  /** The whole search text with the suggestion in place. */
  query: string;
  /** What is shown: `health:` or `health:silent`. */
  text: string;
  qualifier: Qualifier;
}

const VALUES: Partial<Record<Qualifier, readonly string[]>> = {
  ...QUALIFIER_VALUES,
  held: ['>1m', '>10m', '>1h', '<30s'],
};
const MOST = 8;

/** Suggestions for the word at the end of a search: qualifiers, and then the values they can have. */
export function suggestionsFor(query: string): Suggestion[] {
  const start = query.search(/\S*$/);
  const word = query.slice(start);
  const before = query.slice(0, start);
  const minus = word.startsWith('-') ? '-' : '';
  const colon = word.indexOf(':');
  if (colon < 0) {
    const typed = word.slice(minus.length).toLowerCase();
    return QUALIFIERS.filter((name) => name.startsWith(typed)).map((qualifier) => ({
      query: `${before}${minus}${qualifier}:`,
      text: `${minus}${qualifier}:`,
      qualifier,
    }));
  }
  const qualifier = QUALIFIERS.find(
    (name) => name === word.slice(minus.length, colon).toLowerCase(),
  );
  if (!qualifier) return [];
  const typed = word.slice(colon + 1).toLowerCase();
  return (VALUES[qualifier] ?? [])
    .filter((value) => value.startsWith(typed) && value !== typed)
    .slice(0, MOST)
    .map((value) => ({
      query: `${before}${minus}${qualifier}:${value} `,
      text: `${minus}${qualifier}:${value}`,
      qualifier,
    }));
}
