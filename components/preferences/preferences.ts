import { LOCALES, type Locale } from '../messages/locale.ts';

/** What a reader chose, kept in one cookie so that the server renders it right at once. */
export interface Preferences {
  theme: 'system' | 'light' | 'dark';
  /** `null`: as the browser asks. */
  locale: Locale | null;
  /** How moments are written. */
  moments: 'absolute' | 'relative';
  zone: 'local' | 'utc';
  /** Columns of the lease table beyond the fixed ones; `null`: the usual ones. */
  columns: string[] | null;
}

export const PREFERENCES_COOKIE = 'leaseboard-preferences';

const DEFAULT_PREFERENCES: Preferences = {
  theme: 'system',
  locale: null,
  moments: 'absolute',
  zone: 'local',
  columns: null,
};

/** Reads the cookie. Never throws: what is not understood is the default. */
export function parsePreferences(cookie: string | undefined): Preferences {
  const fields = new URLSearchParams(cookie ?? '');
  const columns = fields.get('columns');
  return {
    theme: oneOf(fields.get('theme'), ['system', 'light', 'dark']) ?? DEFAULT_PREFERENCES.theme,
    locale: oneOf(fields.get('locale'), LOCALES),
    moments: oneOf(fields.get('moments'), ['absolute', 'relative']) ?? DEFAULT_PREFERENCES.moments,
    zone: oneOf(fields.get('zone'), ['local', 'utc']) ?? DEFAULT_PREFERENCES.zone,
    columns: columns === null ? null : columns.split(' ').filter((name) => name !== ''),
  };
}

/** The cookie's value for these preferences. */
export function formatPreferences(preferences: Preferences): string {
  const fields = new URLSearchParams({
    theme: preferences.theme,
    moments: preferences.moments,
    zone: preferences.zone,
  });
  if (preferences.locale) fields.set('locale', preferences.locale);
  if (preferences.columns) fields.set('columns', preferences.columns.join(' '));
  return fields.toString();
}

function oneOf<Value extends string>(text: string | null, values: readonly Value[]): Value | null {
  return values.find((value) => value === text) ?? null;
}
