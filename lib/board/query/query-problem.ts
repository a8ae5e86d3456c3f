/**
 * What in a search text finds nothing because it is misspelt. {@link parseQuery} never fails; this
 * says what it could not make sense of. Pure; runs in Node and in the browser.
 */

import { LEASE_KINDS } from '../../keys/lease-key.ts';
import { HEALTH_STATES } from '../../observe/health.ts';
import { RUN_STATES } from '../../runs/run-view.ts';
import { parseQuery, QUALIFIERS, queryWords } from './parse-query.ts';

/** Values of the qualifiers that know only some. */
export const QUALIFIER_VALUES: Readonly<Record<'health' | 'kind', readonly string[]>> = {
  health: [...new Set([...HEALTH_STATES, ...RUN_STATES])],
  kind: LEASE_KINDS,
};

export type QueryProblem =
  /** No lease can ever have this value. */
  | { about: 'health' | 'kind' | 'held'; value: string; sure: true }
  /** It looks like a qualifier and is none. Keys hold colons, so it may be meant as it stands. */
  | { about: 'qualifier'; value: string; sure: false };

/** The first thing in a search text that is misspelt for sure, else the first that may be; `null` when all is well. */
export function problemOf(text: string): QueryProblem | null {
  const problems = queryWords(text).flatMap(({ name, value }) => problemsOf(name, value));
  return problems.find(({ sure }) => sure) ?? problems[0] ?? null;
}

/** The same as a sentence, for programs and the command line. */
export function problemText({ about, value }: QueryProblem): string {
  switch (about) {
    case 'held':
      return `held: takes a time, as in held:>10m or held:<30s, and not “${value}”.`;
    case 'qualifier':
      return `${value}: is no qualifier, and nothing holds it as text. There are ${QUALIFIERS.join(':, ')}:.`;
    default:
      return `${about}: is one of ${QUALIFIER_VALUES[about].join(', ')}, and not “${value}”.`;
  }
}

function problemsOf(name: string | null, value: string): QueryProblem[] {
  // What waits for its value filters nothing yet.
  if (name === null || value === '') return [];
  if (name === 'health' || name === 'kind') {
    // Commas part alternatives of health alone.
    const values = name === 'health' ? value.toLowerCase().split(',') : [value.toLowerCase()];
    const wrong = values.find((one) => one !== '' && !QUALIFIER_VALUES[name].includes(one));
    return wrong === undefined ? [] : [{ about: name, value: wrong, sure: true }];
  }
  if (name === 'held') {
    const understood = parseQuery(`held:${value}`).some(({ field }) => field === 'held');
    return understood ? [] : [{ about: 'held', value, sure: true }];
  }
  if (QUALIFIERS.some((qualifier) => qualifier === name)) return [];
  return [{ about: 'qualifier', value: name, sure: false }];
}
