import { cookies, headers } from 'next/headers';
import { messagesFor } from '@/components/messages/catalog.ts';
import { type Locale, negotiateLocale } from '@/components/messages/locale.ts';
import { type Translator, translator } from '@/components/messages/translate.ts';
import {
  PREFERENCES_COOKIE,
  type Preferences,
  parsePreferences,
} from '@/components/preferences/preferences.ts';

/** How the one who asked likes the page: what they chose, and the language of their browser where they chose none. */
export async function requestPreferences(): Promise<{ preferences: Preferences; locale: Locale }> {
  const preferences = parsePreferences((await cookies()).get(PREFERENCES_COOKIE)?.value);
  const locale = preferences.locale ?? negotiateLocale((await headers()).get('accept-language'));
  return { preferences, locale };
}

/** The reader's language, for what the server renders. */
export async function words(): Promise<Translator> {
  const { locale } = await requestPreferences();
  return translator(locale, messagesFor(locale));
}
