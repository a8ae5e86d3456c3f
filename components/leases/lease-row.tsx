'use client';

import { type CSSProperties, memo } from 'react';
import type { LeaseRow } from '@/lib/board/wire.ts';
import { parseLeaseKey } from '@/lib/keys/lease-key.ts';
import { useMessages } from '../messages/messages-provider.tsx';
import { visibleString } from '../text/visible-text.ts';
import { cn } from '../ui/cn.ts';
import type { Column } from './columns.tsx';

/**
 * One lease in the table; on a phone the same cells stand as a card. It listens to nothing: the
 * list hears what is pressed in it, so that a row renders only when its own facts change.
 */
export const LeaseTableRow = memo(function LeaseTableRow({
  row,
  index,
  columns,
  selected,
  active,
  gone,
}: {
  row: LeaseRow;
  index: number;
  columns: readonly Column[];
  selected: boolean;
  /** Where the keyboard is. */
  active: boolean;
  gone: boolean;
}) {
  const words = useMessages();
  const title = visibleString(parseLeaseKey(row.key).title.slice(0, 160));
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-lease={row.id}
      tabIndex={active ? 0 : -1}
      className={cn(
        'lease-row absolute inset-x-0 cursor-default border-b border-line2 outline-offset-[-2px]',
        selected ? 'bg-accent-bg' : 'hover:bg-line2/55',
        active && 'shadow-[inset_2px_0_0_var(--accent)]',
        gone && 'opacity-50 [&_a]:line-through',
      )}
      style={{ transform: `translateY(calc(var(--row) * ${index}))` }}
    >
      <div
        role="gridcell"
        className="flex items-center"
        style={{ '--area': 'select' } as CSSProperties}
      >
        <input
          type="checkbox"
          tabIndex={-1}
          className="size-3.5 accent-(--accent)"
          aria-label={words.t('table.select-row', { thread: title })}
          checked={selected}
          readOnly
        />
      </div>
      <Cells row={row} columns={columns} />
    </div>
  );
});

/** A row that only moves, or is selected, does not render its cells again. */
const Cells = memo(function Cells({ row, columns }: { row: LeaseRow; columns: readonly Column[] }) {
  const words = useMessages();
  return columns.map((column) => (
    <div
      key={column.id}
      role="gridcell"
      className={cn(
        'num flex min-w-0 items-center text-ink2',
        column.id === 'thread' && 'text-ink',
        column.align === 'end' && 'md:justify-end',
        !column.area && 'max-md:hidden',
      )}
      style={{ '--area': column.area ?? 'auto' } as CSSProperties}
      data-column={column.id}
    >
      {column.cell(row, words)}
    </div>
  ));
});
