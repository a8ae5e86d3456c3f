'use client';

import { BulkButtons, useBulk } from '../actions/bulk-actions.tsx';
import { PauseButton } from '../live/pause-button.tsx';
import { useMessages } from '../messages/messages-provider.tsx';
import type { PlainKey } from '../messages/translate.ts';
import { Button } from '../ui/button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { ColumnButton } from './column-button.tsx';
import type { Column } from './columns.tsx';
import { selectable } from './matching-rows.ts';
import type { Selection } from './selection.ts';
import type { ShownView } from './stable-view.ts';

export type WhyStill = 'paused' | 'dialog' | 'selection' | 'at-work' | null;

const STILL: Record<Exclude<WhyStill, null>, PlainKey> = {
  paused: 'live.paused',
  dialog: 'table.held-dialog',
  selection: 'table.held-selection',
  'at-work': 'table.still',
};

/** The table's last line, always on screen: how many, what is selected, and whether it keeps still. */
export function TableFoot({
  shown,
  selection,
  why,
  filtered,
  bulkLimit,
  noRoomFor,
  onClear,
  onSelectMatching,
  onPause,
}: {
  shown: ShownView;
  selection: Selection;
  why: WhyStill;
  /** Whether a search leaves leases out. */
  filtered: boolean;
  bulkLimit: number;
  /** Chosen columns that the table is too narrow for. */
  noRoomFor: readonly Column[];
  onClear(): void;
  /** Selects the first so many that match, also those that are not on screen. */
  onSelectMatching(count: number): void;
  onPause(): void;
}) {
  const words = useMessages();
  const bulk = useBulk(bulkLimit);
  const most = selectable(shown.matched, bulkLimit);
  const selectMatching = (
    <Button look="quiet" size="sm" onClick={() => onSelectMatching(most)}>
      {words.t(most < shown.matched ? 'table.select-first' : 'table.select-matching', {
        n: words.number(most),
      })}
    </Button>
  );
  return (
    <div className="sticky bottom-0 z-10 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-t border-line2 bg-panel px-4 py-1.5 text-sm text-ink3">
      {selection.size > 0 ? (
        <>
          <span className="num font-[550] text-ink">
            {words.count('table.selected', selection.size)}
          </span>
          {selection.size < most ? selectMatching : null}
          <BulkButtons bulk={bulk} rows={() => [...selection.values()]} />
          <Button look="quiet" size="sm" onClick={onClear}>
            {words.t('table.clear-selection')}
          </Button>
        </>
      ) : (
        <>
          <span className="num">{words.count('leases.count', shown.matched)}</span>
          {filtered && most > 0 ? selectMatching : null}
        </>
      )}
      {bulk.dialog}
      <span className="flex-1" />
      <span role="status" className="flex items-center gap-2 max-md:hidden">
        {why ? <span>{words.t(STILL[why])}</span> : null}
        {why && shown.heldBack > 0 ? (
          <span className="num text-accent">{words.count('live.held-back', shown.heldBack)}</span>
        ) : null}
      </span>
      <span className="flex gap-1 max-lg:hidden" aria-hidden="true">
        <Kbd>j</Kbd> <Kbd>k</Kbd> <Kbd>x</Kbd> <Kbd>?</Kbd>
      </span>
      <ColumnButton noRoomFor={noRoomFor} />
      <PauseButton paused={why === 'paused'} onPause={onPause} />
    </div>
  );
}
