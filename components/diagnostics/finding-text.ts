import type { Saying, SayingName, SayingValue } from '@/lib/observe/diagnose/finding-text.ts';
import { findingsEn } from '../messages/findings-en.ts';
import { findingsKo } from '../messages/findings-ko.ts';
import { findingsZhHant } from '../messages/findings-zh-hant.ts';
import type { Locale } from '../messages/locale.ts';
import type { Translator } from '../messages/translate.ts';
import { exactDuration, roughDuration } from '../time/duration.ts';

export const FINDINGS: Record<Locale, Record<SayingName, string>> = {
  en: findingsEn,
  ko: findingsKo,
  'zh-Hant': findingsZhHant,
};

/** Sayings, one after the other, in the reader's language. For the server: the page gets the text alone. */
export function sayingText(sayings: readonly Saying[], words: Translator): string {
  const texts = FINDINGS[words.locale as Locale];
  return sayings
    .map(({ say, with: values }) =>
      texts[say].replace(/\{(\w+)\}/g, (whole, name: string) => {
        const value = values[name];
        return value === undefined ? whole : valueText(value, words);
      }),
    )
    .join(' ');
}

function valueText(value: SayingValue, words: Translator): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return words.number(value);
  if ('say' in value) return sayingText([value], words);
  const { ms } = value;
  if (ms < 1000) return words.t('time.ms', { n: Math.round(ms) });
  return ms < 10_000 ? exactDuration(ms, words) : roughDuration(ms, words);
}
