'use client';

import { type ReactNode, useId, useState } from 'react';
import { useMessages } from '../messages/messages-provider.tsx';
import { Input } from '../ui/input.tsx';
import { useActions } from './actions-context.ts';

const STORED = 'leaseboard.name';
/** As many characters as the audit keeps. */
const LONGEST = 60;

export interface Naming {
  /** The field that asks; `null` where the name is known. */
  field: ReactNode;
  /** Takes the name that was written for this session, and keeps it for the next sign-in with a ready link. */
  take(): Promise<void>;
}

/** Who signed in by the printed link has no name yet: the first act asks for it, once. */
export function useActorName(): Naming {
  const words = useMessages();
  const id = useId();
  const { nameless, actions } = useActions();
  const [name, setName] = useState(storedName);
  return {
    field: nameless ? (
      <>
        <label htmlFor={id} className="mt-3.5 mb-1.25 block font-[550]">
          {words.t('sign-in.name')}{' '}
          <span className="font-[450] text-ink3">{words.t('act.name-hint')}</span>
        </label>
        <Input
          id={id}
          value={name}
          maxLength={LONGEST}
          autoComplete="name"
          onChange={(event) => setName(event.target.value)}
        />
      </>
    ) : null,
    take: async () => {
      const given = name.trim();
      if (!nameless || given === '') return;
      storeName(given);
      // An act under no name is better than none: it is still written down.
      await actions.takeName(given).catch(() => false);
    },
  };
}

function storedName(): string {
  try {
    return localStorage.getItem(STORED) ?? '';
  } catch {
    return '';
  }
}

function storeName(name: string): void {
  try {
    localStorage.setItem(STORED, name);
  } catch {
    // It is asked for again at the next sign-in.
  }
}
