'use client';

import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { formatPreferences, PREFERENCES_COOKIE, type Preferences } from './preferences.ts';

interface PreferencesState {
  preferences: Preferences;
  change(changes: Partial<Preferences>): void;
}

const PreferencesContext = createContext<PreferencesState | null>(null);

const YEAR_S = 365 * 24 * 3600;

/** Holds what the reader chose and writes it to the cookie that the server reads next time. */
export function PreferencesProvider({
  initial,
  children,
}: {
  initial: Preferences;
  children: ReactNode;
}) {
  const [preferences, setPreferences] = useState(initial);
  const change = useCallback(
    (changes: Partial<Preferences>) => {
      const next = { ...preferences, ...changes };
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs a secure context, and many dashboards run on plain HTTP.
      document.cookie = `${PREFERENCES_COOKIE}=${formatPreferences(next)}; path=/; max-age=${YEAR_S}; samesite=lax`;
      applyTheme(next.theme);
      setPreferences(next);
    },
    [preferences],
  );
  const value = useMemo(() => ({ preferences, change }), [preferences, change]);
  return <PreferencesContext value={value}>{children}</PreferencesContext>;
}

export function usePreferences(): PreferencesState {
  const value = useContext(PreferencesContext);
  if (!value) throw new Error('usePreferences needs a PreferencesProvider above it');
  return value;
}

function applyTheme(theme: Preferences['theme']): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
