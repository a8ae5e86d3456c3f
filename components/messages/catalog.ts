import { en } from './en.ts';
import { ko } from './ko.ts';
import type { Locale } from './locale.ts';
import type { Messages } from './translate.ts';
import { zhHant } from './zh-hant.ts';

const CATALOG: Record<Locale, Messages> = { en, ko, 'zh-Hant': zhHant };

/** All messages of one language. Read on the server only: the page gets its own language alone. */
export function messagesFor(locale: Locale): Messages {
  return CATALOG[locale];
}
