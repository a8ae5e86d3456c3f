'use client';

import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { useMessages } from '../messages/messages-provider.tsx';
import { Kbd } from '../ui/kbd.tsx';

export const SEARCH_FIELD_ID = 'search';

/** The search as text; the text is what the URL holds. */
export function SearchField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const words = useMessages();
  const input = useRef<HTMLInputElement>(null);
  return (
    <search className="relative block max-w-140">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-3.5 -translate-y-1/2 text-ink3"
      />
      <input
        ref={input}
        id={SEARCH_FIELD_ID}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-label={words.t('search.label')}
        placeholder={words.t('search.placeholder')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          if (value === '') input.current?.blur();
          else onChange('');
        }}
        className="h-8 w-full rounded-[8px] border border-line bg-panel pr-9 pl-8 text-ellipsis [&::-webkit-search-cancel-button]:hidden"
      />
      <span className="absolute top-1/2 right-2.5 -translate-y-1/2">
        {value === '' ? (
          <Kbd>/</Kbd>
        ) : (
          <button
            type="button"
            aria-label={words.t('search.clear')}
            className="grid size-6 place-items-center rounded-[5px] text-ink3 hover:text-ink"
            onClick={() => {
              onChange('');
              input.current?.focus();
            }}
          >
            <X aria-hidden className="size-3.5" />
          </button>
        )}
      </span>
    </search>
  );
}
