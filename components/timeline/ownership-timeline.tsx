'use client';

import {
  type KeyboardEvent,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { LeaseRow, ProcessName } from '@/lib/board/wire.ts';
import type { HistoryEntry } from '@/lib/history/entry.ts';
import { parseLeaseKey } from '@/lib/keys/lease-key.ts';
import { parseOwner } from '@/lib/keys/owner.ts';
import { processColour } from '../leases/owner-colour.ts';
import type { TimeFormats } from './formats.ts';
import { holdFacts } from './hold-text.ts';
import { type Hold, type Ownership, ownershipOf, type TimeSpan } from './holds.ts';
import { HoldsTable } from './holds-table.tsx';
import { filled, type TimelineLabels } from './labels.ts';
import { lanesOf } from './lanes.ts';
import type { Silence } from './plot-marks.tsx';
import { panned, showing, zoomed } from './time-view.ts';
import { moveFor } from './timeline-keys.ts';
import { TimelinePlot } from './timeline-plot.tsx';
import { useGestures } from './use-gestures.ts';
import { useNow } from './use-now.ts';
import { useTimeView } from './use-time-view.ts';
import { useWidth } from './use-width.ts';

export interface OwnershipTimelineProps {
  /** The lease's history and the gaps beside it, in any order. */
  entries: readonly HistoryEntry[];
  /** The lease as it is held now; `null` when it is free. */
  row: LeaseRow | null;
  /** Redis' clock, milliseconds. Keep it the same function from render to render. */
  now: () => number;
  /** Who a run's process is, where that is known. */
  processOf?: (owner: string) => ProcessName | null;
  /** The colour of an owner; by what is hashed from it when absent. */
  colourOf?: (owner: string) => string;
  labels: TimelineLabels;
  formats: TimeFormats;
}

const NARROW = 560;
const GUTTER = 124;

/** Who held a lease from when to when, as a picture to move in. */
export function OwnershipTimeline(props: OwnershipTimelineProps) {
  const { entries, row, labels, formats } = props;
  const ownership = useMemo(() => ownershipOf(entries, row), [entries, row]);

  const known = useProcesses(row, props.processOf);
  const lanes = useMemo(() => lanesOf(ownership.holds, known), [ownership, known]);

  const frame = useRef<HTMLElement>(null);
  const fullWidth = useWidth(frame);
  const [tickMs, setTickMs] = useState(1000);
  const now = useNow(props.now, tickMs);
  const extent = useMemo(() => extentOf(ownership, now), [ownership, now]);
  const { view, show, showAll, follow } = useTimeView(extent, now);
  const isNamed = lanes.some(({ process }) => process !== null);
  const gutter = fullWidth < NARROW || !isNamed ? 0 : GUTTER;
  const width = Math.max(fullWidth - gutter, 1);
  const handlers = useGestures(frame, { view, extent, width, left: gutter, show });

  const [selected, setSelected] = useState<string | null>(null);
  const select = useCallback((hold: Hold | null) => setSelected(hold?.id ?? null), []);
  const silence = silenceOf(row, now, labels, formats);
  useEffect(() => setTickMs(tickFor(view, width)), [view, width]);
  const scale = useMemo(() => ({ view, width }), [view, width]);
  const hintId = useId();
  const title = filled(labels.title, { lease: titleOf(entries, row) });

  const step = (by: -1 | 1) => {
    const at = ownership.holds.findIndex(({ id }) => id === selected);
    const next = at < 0 ? ownership.holds.at(-1) : ownership.holds[at + by];
    if (!next) return;
    setSelected(next.id);
    show(showing(view, { from: next.from ?? extent.from, to: next.to ?? now }, extent));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const move = moveFor(event);
    if (!move) return;
    event.preventDefault();
    const length = view.to - view.from;
    if (move.kind === 'step') step(move.by);
    if (move.kind === 'pan') show(panned(view, move.share * length, extent));
    if (move.kind === 'zoom') show(zoomed(view, view.from + length / 2, move.factor, extent));
    if (move.kind === 'start') show(panned(view, extent.from - view.from, extent));
    if (move.kind === 'end') follow();
    if (move.kind === 'fit') showAll();
    if (move.kind === 'deselect') setSelected(null);
  };

  const shown = ownership.holds.find(({ id }) => id === selected) ?? ownership.holds.at(-1);
  return (
    <div className="relative">
      <div className="flex items-center gap-1.5 px-4 py-2">
        <p id={hintId} className="mr-auto text-[12px] text-ink3">
          {labels.hint}
        </p>
        <ViewButton
          label={labels.zoomOut}
          sign="−"
          onClick={() => show(zoomed(view, view.to, 1.6, extent))}
        />
        <ViewButton
          label={labels.zoomIn}
          sign="+"
          onClick={() => show(zoomed(view, view.to, 0.6, extent))}
        />
        <ViewButton label={labels.fit} sign="⤢" onClick={showAll} />
      </div>
      <section
        ref={frame}
        aria-label={title}
        aria-describedby={hintId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the picture is moved with the keys
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerLeave={({ pointerType }) => {
          // A finger leaves when it is lifted, and what it chose is to be read then.
          if (pointerType === 'mouse') setSelected(null);
        }}
        {...handlers}
        className="mx-4 touch-pan-y cursor-grab rounded-md active:cursor-grabbing"
      >
        {fullWidth > 0 ? (
          <TimelinePlot
            {...ownership}
            {...{ lanes, scale, gutter, now, selected, silence, labels, formats }}
            colourOf={props.colourOf ?? processColour}
            onSelect={select}
          />
        ) : (
          <div className="h-[120px]" />
        )}
      </section>
      <p
        aria-live="polite"
        className="min-h-[36px] border-t border-line2 px-4 py-2 text-[12px] text-ink2"
      >
        {shown ? (
          <HoldLine hold={shown} now={props.now} labels={labels} formats={formats} />
        ) : (
          labels.empty
        )}
      </p>
      <HoldsTable {...ownership} {...{ title, labels, formats }} processOf={known} />
    </div>
  );
}

function HoldLine(props: {
  hold: Hold;
  now: () => number;
  labels: TimelineLabels;
  formats: TimeFormats;
}) {
  const { hold, labels, formats } = props;
  const now = useNow(props.now, hold.to === null ? 1000 : 60_000);
  return (
    <>
      <bdi translate="no" className="mono break-all text-ink">
        {hold.owner}
      </bdi>{' '}
      · {holdFacts(hold, labels, formats, now).join(' · ')}
    </>
  );
}

function ViewButton({
  label,
  sign,
  onClick,
}: {
  label: string;
  sign: string;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="h-7 w-7 rounded-md border border-line bg-panel text-ink2 hover:text-ink"
    >
      {sign}
    </button>
  );
}

/** Processes by what the page knows, then by the lease's row, then by the owner's own text. */
function useProcesses(row: LeaseRow | null, given: OwnershipTimelineProps['processOf']) {
  const owner = row?.owner ?? null;
  const process = row?.process ?? null;
  return useCallback(
    (asked: string): ProcessName | null => {
      const known = given?.(asked) ?? (asked === owner ? process : null);
      if (known) return known;
      const { processId } = parseOwner(asked);
      return processId === null
        ? null
        : { id: processId, label: processId.slice(0, 8), host: null, pid: null };
    },
    [given, owner, process],
  );
}

/** How often the picture is drawn anew: when time has moved by about a pixel. */
function tickFor(view: TimeSpan, width: number): number {
  const pixelMs = (view.to - view.from) / width;
  const steps = [1000, 2000, 5000, 10_000, 30_000];
  return steps.find((step) => step >= pixelMs) ?? 30_000;
}

function extentOf({ holds, gaps }: Ownership, now: number): TimeSpan {
  const starts = [
    ...holds.map(({ from, to }) => from ?? to ?? now),
    ...gaps.map(({ from }) => from),
  ];
  const from = Math.min(now - 60_000, ...starts);
  const margin = (now - from) * 0.04;
  return { from: from - margin, to: now + margin };
}

function silenceOf(
  row: LeaseRow | null,
  now: number,
  labels: TimelineLabels,
  formats: TimeFormats,
): Silence | null {
  const run = row?.run;
  const from = run?.since ?? run?.lastAt ?? null;
  if (!run || from === null || (run.state !== 'silent' && run.state !== 'leaked')) return null;
  const text = run.state === 'silent' ? labels.silent : labels.leaked;
  return { from, to: now, text: filled(text, { time: formats.duration(now - from) }) };
}

function titleOf(entries: readonly HistoryEntry[], row: LeaseRow | null): string {
  const key = row?.key ?? entries.find(({ event }) => event !== 'gap')?.key ?? '';
  return parseLeaseKey(key).title;
}
