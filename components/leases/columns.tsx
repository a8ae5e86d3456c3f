import type { ReactNode } from 'react';
import type { LEASE_SORTS, LeaseRow } from '@/lib/board/wire.ts';
import type { PlainKey, Translator } from '../messages/translate.ts';
import { duration } from '../time/duration.ts';
import { Moment } from '../time/moment.tsx';
import { Ticking } from '../time/ticking.tsx';
import { LeaseStatusChip } from './lease-status-chip.tsx';
import { OwnerTag } from './owner-tag.tsx';
import { ThreadName } from './thread-name.tsx';
import { TtlBar } from './ttl-bar.tsx';

export interface Column {
  id: ColumnId;
  header: PlainKey;
  /** The least width in which it can be read, pixels. */
  leastPx: number;
  /** Its share of the room that is left; absent: none. */
  grow?: number;
  /** Its place on a phone's card; absent: not shown there. */
  area?: string;
  /** What clicking its header sorts by, and which way that order goes before it is turned round. */
  sort?: { by: (typeof LEASE_SORTS)[number]; natural: 'ascending' | 'descending' };
  /** The thread itself cannot be hidden. */
  fixed?: boolean;
  align?: 'end';
  cell(row: LeaseRow, words: Translator): ReactNode;
}

export type ColumnId =
  | 'thread'
  | 'owner'
  | 'doing'
  | 'ttl'
  | 'held'
  | 'changes'
  | 'last-change'
  | 'kind'
  | 'renewals'
  | 'fence'
  | 'prefix';

/** Every column there is, in the order they are shown. */
export const COLUMNS: readonly Column[] = [
  {
    id: 'thread',
    header: 'column.thread',
    leastPx: 128,
    grow: 1.1,
    area: 'thread',
    sort: { by: 'thread', natural: 'ascending' },
    fixed: true,
    cell: (row) => <ThreadName row={row} />,
  },
  {
    id: 'owner',
    header: 'column.owner',
    leastPx: 142,
    grow: 1.3,
    area: 'owner',
    sort: { by: 'owner', natural: 'ascending' },
    cell: (row) => <OwnerTag row={row} />,
  },
  {
    id: 'doing',
    header: 'column.doing',
    leastPx: 120,
    grow: 1.6,
    area: 'doing',
    sort: { by: 'attention', natural: 'ascending' },
    cell: (row) => <LeaseStatusChip row={row} />,
  },
  {
    id: 'ttl',
    header: 'column.ttl',
    leastPx: 140,
    grow: 1.15,
    area: 'ttl',
    sort: { by: 'ttl', natural: 'ascending' },
    cell: (row) => <TtlBar row={row} className="w-full max-w-52" />,
  },
  {
    id: 'held',
    header: 'column.held',
    leastPx: 78,
    sort: { by: 'held', natural: 'descending' },
    align: 'end',
    cell: (row, words) => <HeldFor row={row} words={words} />,
  },
  {
    id: 'changes',
    header: 'column.changes',
    leastPx: 58,
    sort: { by: 'changes', natural: 'descending' },
    align: 'end',
    cell: (row, words) => words.number(row.changes),
  },
  {
    id: 'last-change',
    header: 'column.last-change',
    leastPx: 104,
    sort: { by: 'last-change', natural: 'descending' },
    cell: (row) => (row.lastChangeAt === null ? '—' : <Moment at={row.lastChangeAt} />),
  },
  {
    id: 'kind',
    header: 'column.kind',
    leastPx: 104,
    cell: (row, words) => words.t(`kind.${row.kind}`),
  },
  {
    id: 'renewals',
    header: 'column.renewals',
    leastPx: 80,
    align: 'end',
    cell: (row, words) => words.number(row.renewals),
  },
  {
    id: 'fence',
    header: 'column.fence',
    leastPx: 72,
    align: 'end',
    cell: (row) => row.fence ?? '—',
  },
  {
    id: 'prefix',
    header: 'column.prefix',
    leastPx: 96,
    grow: 0.6,
    cell: (row) => (
      <span translate="no" className="mono">
        {row.prefix}
      </span>
    ),
  },
];

const USUAL_COLUMNS: readonly ColumnId[] = ['owner', 'doing', 'ttl', 'held', 'changes'];

/** The columns a reader chose, the fixed ones always among them. */
export function chosenColumns(chosen: readonly string[] | null): Column[] {
  const wanted: readonly string[] = chosen ?? USUAL_COLUMNS;
  return COLUMNS.filter((column) => column.fixed || wanted.includes(column.id));
}

function HeldFor({ row, words }: { row: LeaseRow; words: Translator }) {
  return (
    <span title={row.heldSinceExact ? undefined : words.t('table.at-least')}>
      {row.heldSinceExact ? null : <span aria-hidden="true">≥ </span>}
      <Ticking text={(now) => duration(now - row.heldSince, words)} />
    </span>
  );
}
