'use client';

import { ArrowDown, ArrowUp } from 'lucide-react';
import {
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useState,
} from 'react';
import type { LeaseRow, LeaseSort } from '@/lib/board/wire.ts';
import { useMessages } from '../messages/messages-provider.tsx';
import { cn } from '../ui/cn.ts';
import { usePieces } from '../ui/use-pieces.ts';
import type { Column } from './columns.tsx';
import { LeaseTableRow } from './lease-row.tsx';
import type { Selection } from './selection.ts';
import type { ShownView } from './stable-view.ts';
import { BEYOND, type RowRange, useVisibleRows } from './visible-rows.ts';

export interface LeaseTableProps {
  shown: ShownView;
  /** Those that the table has room for, and their tracks. */
  columns: readonly Column[];
  tracks: string;
  /** The element whose width they are to fit. */
  frame: RefObject<HTMLDivElement | null>;
  sort: LeaseSort;
  selection: Selection;
  activeId: string | null;
  onSort(sort: LeaseSort): void;
  onToggle(row: LeaseRow, span: boolean): void;
  onToggleAll(): void;
  onOpen(row: LeaseRow): void;
  onActivate(row: LeaseRow): void;
  /** Told which rows are on screen, so that they can be asked for. */
  onRange(range: RowRange): void;
  /** What stands in place of the rows when there are none. */
  empty: ReactNode;
  foot: ReactNode;
}

/** The leases, as a grid of which only the rows on screen exist. */
export function LeaseTable(props: LeaseTableProps) {
  const { shown, columns, tracks, selection, onRange } = props;
  const words = useMessages();
  const [list, setList] = useState<HTMLElement | null>(null);
  const range = useVisibleRows(list, shown.matched, onRange);
  const rows = indexes(range).map((index) => ({ index, row: shown.rowAt(index) }));
  const drawn = usePieces(inSightFirst(rows).flatMap(({ row }) => row?.id ?? []));

  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const row = rowUnder(event, shown, range);
    if (!row) return;
    if (event.target instanceof HTMLInputElement) {
      props.onToggle(row, event.shiftKey);
      return;
    }
    // A link keeps its own manners: new tab, new window, copy address.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    props.onActivate(row);
    props.onOpen(row);
  };

  return (
    <div
      ref={props.frame}
      className="lease-grid card overflow-clip"
      data-empty={shown.matched === 0 ? true : undefined}
      style={{ '--columns': tracks } as CSSProperties}
    >
      <div
        role="grid"
        aria-label={words.t('table.label')}
        aria-rowcount={shown.matched + 1}
        aria-multiselectable="true"
      >
        <TableHead {...props} />
        {shown.matched > 0 ? (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the page's keyboard opens the active row.
          <div
            ref={setList}
            role="rowgroup"
            className="fades relative"
            style={{ height: `calc(var(--row) * ${shown.matched})` }}
            onClick={onClick}
          >
            {rows.map(({ index, row }) =>
              row && drawn.has(row.id) ? (
                <LeaseTableRow
                  key={row.id}
                  row={row}
                  index={index}
                  columns={columns}
                  selected={selection.has(row.id)}
                  active={row.id === props.activeId}
                  gone={shown.isGone(row.id)}
                />
              ) : (
                <PlaceholderRow key={`place-${index}`} index={index} />
              ),
            )}
          </div>
        ) : null}
      </div>
      {shown.matched === 0 ? props.empty : null}
      {props.foot}
    </div>
  );
}

function TableHead({ shown, columns, sort, selection, onSort, onToggleAll }: LeaseTableProps) {
  const words = useMessages();
  const loaded = shown.order.length > 0;
  const all = loaded && shown.order.every((id) => selection.has(id));
  return (
    <div role="rowgroup" className="sticky top-(--header) z-10 max-md:hidden">
      <div
        role="row"
        aria-rowindex={1}
        className="lease-row h-9! border-b border-line bg-panel text-xs font-[550] text-ink3"
      >
        <div role="columnheader" className="flex items-center">
          <input
            type="checkbox"
            className="size-3.5 accent-(--accent)"
            aria-label={words.t('table.select-all')}
            disabled={!loaded}
            checked={all}
            onChange={onToggleAll}
          />
        </div>
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
        ))}
      </div>
    </div>
  );
}

function HeadCell({
  column,
  sort,
  onSort,
}: {
  column: Column;
  sort: LeaseSort;
  onSort(sort: LeaseSort): void;
}) {
  const words = useMessages();
  const name = words.t(column.header);
  const direction = column.sort ? directionOf(column.sort, sort) : null;
  return (
    <div
      role="columnheader"
      aria-sort={direction ?? undefined}
      className={cn('flex min-w-0', column.align === 'end' && 'justify-end')}
    >
      {column.sort ? (
        <SortButton
          name={name}
          direction={direction}
          onClick={() => onSort(turned(column.sort?.by ?? 'attention', sort))}
        />
      ) : (
        <span className="truncate">{name}</span>
      )}
    </div>
  );
}

function SortButton({
  name,
  direction,
  onClick,
}: {
  name: string;
  direction: Direction | null;
  onClick(): void;
}) {
  const words = useMessages();
  return (
    <button
      type="button"
      title={words.t('column.sort-by', { column: name })}
      className={cn(
        'inline-flex min-h-6 min-w-0 items-center gap-1 rounded-[5px] hover:text-ink',
        direction && 'text-ink',
      )}
      onClick={onClick}
    >
      <span className="truncate">{name}</span>
      {direction === 'ascending' ? <ArrowUp aria-hidden className="size-3 shrink-0" /> : null}
      {direction === 'descending' ? <ArrowDown aria-hidden className="size-3 shrink-0" /> : null}
    </button>
  );
}

function PlaceholderRow({ index }: { index: number }) {
  return (
    <div
      aria-hidden="true"
      data-placeholder
      className="lease-row absolute inset-x-0 border-b border-line2"
      style={{ transform: `translateY(calc(var(--row) * ${index}))` }}
    >
      <span />
      <span className="h-2.5 w-32 max-w-full rounded bg-line2" />
      <span className="h-2.5 w-24 max-w-full rounded bg-line2" />
    </div>
  );
}

function indexes({ start, end }: RowRange): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, n) => start + n);
}

/** From the top of the window down, and those beyond it at the end. */
function inSightFirst<T>(rows: readonly (T & { index: number })[]): readonly T[] {
  const above = rows[0]?.index === 0 ? 0 : BEYOND;
  return [...rows.slice(above), ...rows.slice(0, above)];
}

function rowUnder(
  event: MouseEvent<HTMLElement>,
  shown: ShownView,
  range: RowRange,
): LeaseRow | null {
  const target = event.target instanceof Element ? event.target.closest('[data-lease]') : null;
  const id = target?.getAttribute('data-lease');
  if (!id) return null;
  for (let index = range.start; index < range.end; index++) {
    const row = shown.rowAt(index);
    if (row?.id === id) return row;
  }
  return null;
}

type Direction = 'ascending' | 'descending';

function directionOf(
  { by, natural }: NonNullable<Column['sort']>,
  sort: LeaseSort,
): Direction | null {
  if (sort === by) return natural;
  if (sort !== `-${by}`) return null;
  return natural === 'ascending' ? 'descending' : 'ascending';
}

/** The order after a click: this column's, or the other way round where it is so already. */
function turned(by: NonNullable<Column['sort']>['by'], sort: LeaseSort): LeaseSort {
  return sort === by ? `-${by}` : by;
}
