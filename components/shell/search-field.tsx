'use client';

import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { LONGEST_QUERY } from '@/lib/board/query/parse-query.ts';
import { problemOf } from '@/lib/board/query/query-problem.ts';
import { problemWords } from '../leases/problem-words.ts';
import { type Suggestion, suggestionsFor } from '../leases/suggest.ts';
import { useMessages } from '../messages/messages-provider.tsx';
import { cn } from '../ui/cn.ts';
import { Kbd } from '../ui/kbd.tsx';

export const SEARCH_FIELD_ID = 'search';

/** The search as text, with ways to go on below it; the text is what the URL holds. */
export function SearchField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const words = useMessages();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const suggestions = open ? suggestionsFor(value) : [];
  const shown = suggestions.length > 0;
  // The word being written is not misspelt while something begins like it.
  const problem = open && (!shown || value.endsWith(' ')) ? problemOf(value) : null;
  const hint = problem?.sure ? problemWords(problem, words) : null;

  const take = (suggestion: Suggestion) => {
    onChange(suggestion.query);
    setChosen(-1);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      if (shown) setOpen(false);
      else if (value !== '') onChange('');
      else input.current?.blur();
      return;
    }
    if (!shown) {
      if (event.key === 'ArrowDown') setOpen(true);
      return;
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setChosen((old) => (old + step + suggestions.length) % suggestions.length);
      return;
    }
    const suggestion = suggestions[chosen];
    if (suggestion && (event.key === 'Enter' || event.key === 'Tab')) {
      event.preventDefault();
      take(suggestion);
    } else if (event.key === 'Enter') setOpen(false);
  };

  return (
    <search className="relative block max-w-140">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-3.5 -translate-y-1/2 text-ink3"
      />
      <input
        ref={input}
        id={SEARCH_FIELD_ID}
        type="text"
        role="combobox"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-label={words.t('search.label')}
        aria-expanded={shown}
        aria-controls={listId}
        aria-activedescendant={shown && chosen >= 0 ? `${listId}-${chosen}` : undefined}
        aria-autocomplete="list"
        aria-describedby={hint === null ? undefined : `${listId}-hint`}
        maxLength={LONGEST_QUERY}
        placeholder={words.t('search.placeholder')}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
          setOpen(true);
          setChosen(-1);
        }}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
        className="h-8 w-full rounded-[8px] border border-line bg-panel pr-9 pl-8 text-ellipsis"
      />
      <span className="absolute top-1/2 right-2 -translate-y-1/2">
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
      <div
        hidden={!shown && hint === null}
        className="absolute inset-x-0 top-full z-40 mt-1.5 overflow-hidden rounded-[10px] border border-line bg-panel p-1 shadow-(--shadow)"
      >
        <p
          id={`${listId}-hint`}
          role="status"
          hidden={hint === null}
          className="px-2 py-1.5 text-sm text-late"
        >
          {hint}
        </p>
        <div id={listId} role="listbox" aria-label={words.t('search.suggestions')} hidden={!shown}>
          {suggestions.map((suggestion, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field's arrows and Enter choose it.
            <div
              key={suggestion.text}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              // The field would lose the focus, and with it the list, before the click.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(suggestion)}
              className={cn(
                'flex cursor-default items-baseline gap-3 rounded-[6px] px-2 py-1 hover:bg-line2',
                index === chosen && 'bg-line2',
              )}
            >
              <span translate="no" className="mono text-accent">
                {suggestion.text}
              </span>
              <span className="truncate text-sm text-ink3">
                {words.t(`suggest.${suggestion.qualifier}`)}
              </span>
            </div>
          ))}
        </div>
      </div>
    </search>
  );
}
