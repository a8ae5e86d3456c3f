export const LOCALES = ['en', 'ko', 'zh-Hant'] as const;

export type Locale = (typeof LOCALES)[number];

/** What each language calls itself. */
export const LOCALE_NAMES: Record<Locale, string> = {
  en: 'English',
  ko: '한국어',
  'zh-Hant': '繁體中文',
};

/** The best language for an `Accept-Language` header; English where none of ours is wanted. */
export function negotiateLocale(header: string | null): Locale {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...options] = part.trim().toLowerCase().split(';');
      const q = options.map((option) => /^\s*q=([\d.]+)$/.exec(option)?.[1]).find(Boolean);
      return { tag, q: q === undefined ? 1 : Number(q) };
    })
    .filter(({ tag, q }) => tag !== '' && q > 0)
    .sort((a, b) => b.q - a.q);
  for (const { tag } of wanted) {
    const locale = localeOf(tag);
    if (locale) return locale;
  }
  return 'en';
}

function localeOf(tag: string): Locale | null {
  if (tag === '*' || tag === 'en' || tag.startsWith('en-')) return 'en';
  if (tag === 'ko' || tag.startsWith('ko-')) return 'ko';
  // Simplified Chinese is another script: nobody gets Traditional who did not ask for it.
  if (/^zh-(hant|tw|hk|mo)(-|$)/.test(tag)) return 'zh-Hant';
  return null;
}
