'use client';

import { type ReactNode, useState } from 'react';
import { useMessages } from '../messages/messages-provider.tsx';
import type { PlainKey } from '../messages/translate.ts';
import { cn } from '../ui/cn.ts';

const SIDES: readonly { id: Side; label: PlainKey }[] = [
  { id: 'leases', label: 'nav.leases' },
  { id: 'changes', label: 'board.changes' },
];

type Side = 'leases' | 'changes';

/** The table and the feed: side by side where there is room, else one of them at a time, the table first. */
export function BoardSides({ table, feed }: { table: ReactNode; feed: ReactNode }) {
  const words = useMessages();
  const [side, setSide] = useState<Side>('leases');
  return (
    <>
      <fieldset className="mb-2.5 flex gap-0.5 rounded-[9px] border border-line bg-line2 p-0.5 xl:hidden">
        <legend className="sr-only">{words.t('board.side')}</legend>
        {SIDES.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            aria-pressed={side === id}
            onClick={() => setSide(id)}
            className={cn(
              'min-h-8 flex-1 rounded-[7px] font-[550] text-ink2',
              side === id && 'bg-panel text-ink shadow-[0_0_0_1px_var(--line)]',
            )}
          >
            {words.t(label)}
          </button>
        ))}
      </fieldset>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_320px]">
        <div className={cn('min-w-0', side !== 'leases' && 'max-xl:hidden')}>{table}</div>
        <div className={cn('min-w-0 xl:contents', side !== 'changes' && 'max-xl:hidden')}>
          {feed}
        </div>
      </div>
    </>
  );
}
