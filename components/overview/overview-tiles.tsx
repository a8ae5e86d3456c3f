'use client';

import Link from 'next/link';
import { type ReactNode, useSyncExternalStore } from 'react';
import type { Counts } from '@/lib/board/wire.ts';
import { useLive } from '../live/live-provider.tsx';
import { useMessages } from '../messages/messages-provider.tsx';
import { cn } from '../ui/cn.ts';
import { Sparkline } from './sparkline.tsx';
import { TILES, type TileSpec } from './tiles.ts';

const NUMBER_TONE = {
  ok: 'text-ok',
  late: 'text-late',
  risk: 'text-risk',
  bad: 'text-bad',
  odd: 'text-odd',
  idle: 'text-idle',
} as const;

const EMPTY: readonly Counts[] = [];

/** The whole table in seven numbers; each is the filter that shows what it counts. */
export function OverviewTiles({
  counts,
  query,
  onQuery,
}: {
  counts: Counts;
  /** The search as it is: the tile that stands for it is pressed. */
  query: string;
  onQuery(query: string): void;
}) {
  const { trend } = useLive();
  const words = useMessages();
  const samples = useSyncExternalStore(trend.subscribe, trend.samples, () => EMPTY);
  return (
    <section
      aria-label={words.t('tiles.label')}
      // On a phone one row that is pushed sideways: the leases are what the page is for.
      className="mb-4 grid gap-2.5 max-sm:-mx-3.5 max-sm:snap-x max-sm:scroll-px-3.5 max-sm:auto-cols-[128px] max-sm:grid-flow-col max-sm:overflow-x-auto max-sm:px-3.5 max-sm:pt-0.5 max-sm:pb-1.5 sm:grid-cols-4 xl:grid-cols-7"
    >
      {TILES.map((tile) => (
        <Tile
          key={tile.id}
          tile={tile}
          value={tile.value(counts)}
          values={samples.map(tile.value)}
          pressed={Boolean(tile.query) && tile.query === query.trim()}
          onQuery={onQuery}
        />
      ))}
    </section>
  );
}

function Tile({
  tile,
  value,
  values,
  pressed,
  onQuery,
}: {
  tile: TileSpec;
  value: number;
  values: readonly number[];
  pressed: boolean;
  onQuery(query: string): void;
}) {
  const words = useMessages();
  const alarmed = value > 0 && tile.hot === true;
  const look = cn(
    'fades relative snap-start overflow-hidden rounded-[10px] border border-line bg-panel px-3 pt-2.5 pb-2 text-left transition-colors hover:border-edge/60',
    alarmed && 'border-[color-mix(in_srgb,var(--bad)_45%,var(--line))]',
    pressed && 'shadow-[0_0_0_2px_var(--accent)]',
  );
  const tone = value > 0 && tile.tone ? NUMBER_TONE[tile.tone] : 'text-ink';
  const inside: ReactNode = (
    <>
      <span className="block truncate text-sm text-ink2">{words.t(tile.label)}</span>
      <b className={cn('num block text-[21px] leading-tight font-[620] tracking-[-0.03em]', tone)}>
        {words.number(value)}
      </b>
      <Sparkline
        values={values}
        className={cn(
          'absolute right-2.5 bottom-2.5 h-5 w-14 opacity-80',
          value > 0 && tile.tone ? tone : 'text-accent',
        )}
      />
    </>
  );
  if (tile.query === null) {
    return (
      <Link href="/history?event=expired" className={look}>
        {inside}
      </Link>
    );
  }
  const { query } = tile;
  return (
    <button
      type="button"
      aria-pressed={pressed}
      title={words.t(pressed || query === '' ? 'tiles.all' : 'tiles.filter')}
      className={look}
      onClick={() => onQuery(pressed ? '' : query)}
    >
      {inside}
    </button>
  );
}
