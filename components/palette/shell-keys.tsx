'use client';

import { lazy, Suspense, useEffect, useState } from 'react';
import { isTyping } from '../keyboard/board-key.ts';
import { guardComposition } from '../keyboard/composition-guard.ts';
import { SEARCH_FIELD_ID } from '../shell/search-field.tsx';

const Palette = lazy(() => import('./palette.tsx').then(({ Palette }) => ({ default: Palette })));
const KeysHelp = lazy(() =>
  import('./keys-help.tsx').then(({ KeysHelp }) => ({ default: KeysHelp })),
);

/** Keys that work on every page: `/` search, ⌘K palette, `?` help. What they open is loaded when first needed. */
export function ShellKeys() {
  const [open, setOpen] = useState<'palette' | 'help' | null>(null);
  useEffect(() => guardComposition(), []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setOpen((old) => (old === 'palette' ? null : 'palette'));
        return;
      }
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event)) return;
      if (event.key === '/') {
        event.preventDefault();
        const field = document.getElementById(SEARCH_FIELD_ID);
        if (field instanceof HTMLInputElement) field.select();
        field?.focus();
      } else if (event.key === '?') setOpen('help');
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <Suspense>
      {open === 'palette' ? <Palette onClose={() => setOpen(null)} /> : null}
      {open === 'help' ? <KeysHelp onClose={() => setOpen(null)} /> : null}
    </Suspense>
  );
}
