import { en } from './en.ts';
import type { Locale } from './locale.ts';
import type { Messages } from './translate.ts';

const CATALOG: Record<Locale, Messages> = { en, ko: en, 'zh-Hant': en };

/** All messages of one language. Read on the server only: the page gets its own language alone. */
export function messagesFor(locale: Locale): Messages {
  return CATALOG[locale];
}
