'use client';

import { useMemo } from 'react';
import { useMessages } from '../messages/messages-provider.tsx';
import { usePreferences } from '../preferences/preferences-provider.tsx';
import { type TimeFormats, timeFormats } from './formats.ts';

/** How this reader has times written: language and zone as chosen. */
export function useFormats(): TimeFormats {
  const words = useMessages();
  const { zone } = usePreferences().preferences;
  return useMemo(() => timeFormats(words, zone), [words, zone]);
}
