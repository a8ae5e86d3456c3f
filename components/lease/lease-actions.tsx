'use client';

import { Copy, OctagonX } from 'lucide-react';
import type { LeaseRow } from '@/lib/board/wire.ts';
import { useActions } from '../actions/actions-context.ts';
import { useMessages } from '../messages/messages-provider.tsx';
import { Button } from '../ui/button.tsx';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../ui/menu.tsx';
import { useCopy } from './use-copy.ts';

/** What can be done with a held lease, by danger: the safest act for its kind is the loudest button. */
export function LeaseActions({ row }: { row: LeaseRow }) {
  const words = useMessages();
  const acts = useActions();
  const stoppable = row.kind === 'thread' && row.holdBy === null;
  return (
    <div className="fades flex flex-wrap gap-2">
      <CopyMenu row={row} />
      {row.holdBy !== null && acts.may('hold') ? (
        <Button look="primary" onClick={() => acts.open('end-hold', row)}>
          {words.t('act.end-hold')}
        </Button>
      ) : (
        <>
          {acts.may('transfer') && !stoppable ? (
            <Button onClick={() => acts.open('transfer', row)}>{words.t('act.transfer')}</Button>
          ) : null}
          {acts.may('hold') ? (
            <Button onClick={() => acts.open('hold', row)}>{words.t('act.hold')}</Button>
          ) : null}
          {acts.may('release') && row.owner !== null ? (
            <Button onClick={() => acts.open('release', row)}>{words.t('act.release')}</Button>
          ) : null}
          {stoppable && acts.may('stop') ? (
            <Button look="primary" onClick={() => acts.open('stop', row)}>
              <OctagonX aria-hidden />
              {words.t('act.stop')}
            </Button>
          ) : null}
        </>
      )}
    </div>
  );
}

function CopyMenu({ row }: { row: LeaseRow }) {
  const words = useMessages();
  const copy = useCopy();
  return (
    <Menu modal={false}>
      <MenuTrigger asChild>
        <Button>
          <Copy aria-hidden />
          {words.t('copy.as')}
        </Button>
      </MenuTrigger>
      <MenuContent>
        <MenuItem onSelect={() => copy.link(row)}>{words.t('copy.link')}</MenuItem>
        <MenuItem onSelect={() => copy.incident(row)}>{words.t('copy.incident')}</MenuItem>
        <MenuItem onSelect={() => copy.key(row)}>{words.t('copy.key')}</MenuItem>
        <MenuItem onSelect={() => copy.owner(row)}>{words.t('copy.owner')}</MenuItem>
        <MenuItem onSelect={() => copy.cli(row)}>{words.t('copy.cli')}</MenuItem>
        <MenuItem onSelect={() => copy.json(row)}>{words.t('copy.json')}</MenuItem>
      </MenuContent>
    </Menu>
  );
}
