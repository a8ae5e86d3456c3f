'use client';

import { useLayoutEffect, useRef } from 'react';
import type { ActionChoice } from './actions.ts';

/** Tells the dialog what its fields say, whenever that changes. */
export function useReportChoice(
  choice: ActionChoice,
  onChoice: (choice: ActionChoice) => void,
): void {
  const told = useRef('');
  // Before the next key: Enter right after the last letter must find the form ready.
  useLayoutEffect(() => {
    const text = JSON.stringify(choice);
    if (text === told.current) return;
    told.current = text;
    onChoice(choice);
  });
}
