'use client';

import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { type Messages, type Translator, translator } from './translate.ts';

const MessagesContext = createContext<Translator | null>(null);

/** Gives the page its language. A client component because messages are filled in as data moves. */
export function MessagesProvider({
  locale,
  messages,
  children,
}: {
  locale: string;
  messages: Messages;
  children: ReactNode;
}) {
  const value = useMemo(() => translator(locale, messages), [locale, messages]);
  return <MessagesContext value={value}>{children}</MessagesContext>;
}

/** The page's language: `t`, `rich`, `count`, `number`. */
export function useMessages(): Translator {
  const value = useContext(MessagesContext);
  if (!value) throw new Error('useMessages needs a MessagesProvider above it');
  return value;
}
