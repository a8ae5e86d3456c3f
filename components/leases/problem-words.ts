import { QUALIFIERS } from '@/lib/board/query/parse-query.ts';
import { QUALIFIER_VALUES, type QueryProblem } from '@/lib/board/query/query-problem.ts';
import type { Translator } from '../messages/translate.ts';
import { visibleString } from '../text/visible-text.ts';

/** What is misspelt in a search, as a sentence that says what can be written instead. */
export function problemWords({ about, value }: QueryProblem, words: Translator): string {
  switch (about) {
    case 'held':
      return words.t('hint.held');
    case 'qualifier': {
      const names = QUALIFIERS.map((name) => `${name}:`).join(' ');
      return words.t('hint.qualifier', { name: visibleString(value), names });
    }
    default:
      return words.t('hint.value', {
        qualifier: `${about}:`,
        values: QUALIFIER_VALUES[about].join(', '),
      });
  }
}
