'use client';

import { Columns3 } from 'lucide-react';
import { useMessages } from '../messages/messages-provider.tsx';
import { usePreferences } from '../preferences/preferences-provider.tsx';
import { Button } from '../ui/button.tsx';
import { Menu, MenuCheckItem, MenuContent, MenuLabel, MenuTrigger } from '../ui/menu.tsx';
import { COLUMNS, type Column, chosenColumns } from './columns.tsx';

/** Which columns the table has; remembered. */
export function ColumnMenu({
  noRoomFor,
}: {
  /** Chosen, but the table is too narrow. */
  noRoomFor: readonly Column[];
}) {
  const words = useMessages();
  const { preferences, change } = usePreferences();
  const chosen = chosenColumns(preferences.columns).map((column) => column.id);
  return (
    <Menu modal={false} defaultOpen>
      <MenuTrigger asChild>
        <Button size="sm" className="max-md:hidden">
          <Columns3 aria-hidden />
          {words.t('column.choose')}
        </Button>
      </MenuTrigger>
      <MenuContent side="top">
        <MenuLabel>{words.t('column.choose')}</MenuLabel>
        {COLUMNS.filter((column) => !column.fixed).map((column) => (
          <MenuCheckItem
            key={column.id}
            checked={chosen.includes(column.id)}
            onSelect={(event) => event.preventDefault()}
            onCheckedChange={(checked) =>
              change({
                columns: checked ? [...chosen, column.id] : chosen.filter((id) => id !== column.id),
              })
            }
          >
            {words.t(column.header)}
            {noRoomFor.includes(column) ? (
              <span className="ml-auto pl-4 text-ink3">{words.t('column.no-room')}</span>
            ) : null}
          </MenuCheckItem>
        ))}
      </MenuContent>
    </Menu>
  );
}
