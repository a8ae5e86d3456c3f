'use client';

import { Bookmark, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { LeaseSort } from '@/lib/board/wire.ts';
import { useMessages } from '../messages/messages-provider.tsx';
import { Button } from '../ui/button.tsx';
import { Input } from '../ui/input.tsx';
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from '../ui/menu.tsx';
import { type NamedView, readViews, USUAL_VIEWS, withView, writeViews } from './views.ts';

/** Searches with an order, under a name: some that everybody has, and the reader's own. */
export function SavedViews({
  q,
  sort,
  onView,
}: {
  q: string;
  sort: LeaseSort;
  onView(view: { q: string; sort: LeaseSort }): void;
}) {
  const words = useMessages();
  const [saved, setSaved] = useState(() => readViews(localStorage));
  const [naming, setNaming] = useState(false);
  const keep = (views: NamedView[]) => {
    writeViews(localStorage, views);
    setSaved(views);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim();
    if (name !== '') keep(withView(readViews(localStorage), { name, q, sort }));
    setNaming(false);
  };
  if (naming) {
    return (
      <form onSubmit={onSubmit} className="flex gap-2">
        <Input
          name="name"
          autoFocus
          maxLength={40}
          aria-label={words.t('views.name')}
          placeholder={words.t('views.name')}
          className="w-44 bg-panel py-1"
          onKeyDown={(event) => event.key === 'Escape' && setNaming(false)}
        />
        <Button type="submit">{words.t('views.keep')}</Button>
      </form>
    );
  }
  return (
    <Menu
      modal={false}
      defaultOpen
      onOpenChange={(open) => open && setSaved(readViews(localStorage))}
    >
      <MenuTrigger asChild>
        <Button>
          <Bookmark aria-hidden />
          {words.t('views.title')}
        </Button>
      </MenuTrigger>
      <MenuContent>
        <MenuLabel>{words.t('views.usual')}</MenuLabel>
        {USUAL_VIEWS.map((view) => (
          <MenuItem key={view.label} onSelect={() => onView(view)}>
            {words.t(view.label)}
          </MenuItem>
        ))}
        <MenuSeparator />
        {saved.length > 0 ? <MenuLabel>{words.t('views.saved')}</MenuLabel> : null}
        {saved.map((view) => (
          <div key={view.name} className="flex items-center">
            <MenuItem className="min-w-0 flex-1" onSelect={() => onView(view)}>
              <span className="truncate">{view.name}</span>
            </MenuItem>
            <MenuItem
              aria-label={words.t('views.remove', { name: view.name })}
              className="pl-2.5"
              onSelect={(event) => {
                event.preventDefault();
                keep(saved.filter((one) => one !== view));
              }}
            >
              <Trash2 aria-hidden />
            </MenuItem>
          </div>
        ))}
        <MenuItem onSelect={() => setNaming(true)}>{words.t('views.save')}</MenuItem>
      </MenuContent>
    </Menu>
  );
}
