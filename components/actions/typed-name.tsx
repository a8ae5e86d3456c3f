'use client';

import { useId } from 'react';
import type { LeaseRow } from '@/lib/board/wire.ts';
import { parseLeaseKey } from '@/lib/keys/lease-key.ts';
import { useMessages } from '../messages/messages-provider.tsx';
import { visibleString } from '../text/visible-text.ts';
import { Input } from '../ui/input.tsx';

/** What an act that takes a lease from a living owner wants typed, so that nobody does it in passing. */
export function TypedName({
  row,
  typed,
  onType,
}: {
  row: LeaseRow;
  typed: string;
  onType(typed: string): void;
}) {
  const words = useMessages();
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="mt-3.5 mb-1.25 block font-[550]">
        {words.rich('act.release.type', {
          thread: (
            <bdi translate="no" className="mono rounded-[4px] bg-line2 px-1">
              {wantedOf(row)}
            </bdi>
          ),
        })}
      </label>
      <Input
        id={id}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onType(event.target.value)}
      />
    </>
  );
}

/** Whether what was typed is the lease's name. */
export function isTyped(row: LeaseRow, typed: string): boolean {
  return typed.trim() === wantedOf(row).trim();
}

function wantedOf(row: LeaseRow): string {
  return visibleString(parseLeaseKey(row.key).title).slice(0, 80);
}
