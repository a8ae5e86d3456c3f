'use client';

import { useMemo } from 'react';
import type { LeaseRow } from '@/lib/board/wire.ts';
import type { HistoryEntry } from '@/lib/history/entry.ts';
import { processColour } from '../leases/owner-colour.ts';
import type { TimeFormats } from './formats.ts';
import { endText, lengthMs, shortOwner } from './hold-text.ts';
import { ownershipOf } from './holds.ts';
import { filled, type TimelineLabels } from './labels.ts';
import { handoffsOf, holdLength } from './transfers.ts';
import { useNow } from './use-now.ts';

export interface HandoffChainProps {
  entries: readonly HistoryEntry[];
  /** The lease as it is held now; `null` when it is free. */
  row: LeaseRow | null;
  /** Redis' clock, milliseconds. Keep it the same function from render to render. */
  now: () => number;
  /** How many of the newest holds are shown; 12 when absent. */
  limit?: number;
  colourOf?: (owner: string) => string;
  labels: TimelineLabels;
  formats: TimeFormats;
}

/** How a lease went from run to run, newest last, with the median and the longest hold. */
export function TransferChain(props: HandoffChainProps) {
  const { entries, row, limit = 12, colourOf = processColour, labels } = props;
  const now = useNow(props.now, 1000);
  const { duration } = props.formats;
  const { holds } = useMemo(() => ownershipOf(entries, row), [entries, row]);
  const { freeBefore, medianMs, longest } = useMemo(() => handoffsOf(holds), [holds]);
  if (holds.length === 0) return <p className="px-4 py-3 text-ink2">{labels.chainEmpty}</p>;
  const skipped = Math.max(0, holds.length - limit);
  const longestMs = longest && holdLength(longest);
  return (
    <div className="px-4 py-3">
      <p className="num mb-2 flex flex-wrap gap-x-4 text-[12px] text-ink2">
        {medianMs === null ? null : (
          <span>{filled(labels.chainMedian, { time: duration(medianMs) })}</span>
        )}
        {longest && longestMs !== null ? (
          <span>
            {filled(labels.chainLongest, { time: duration(longestMs) })}{' '}
            <bdi translate="no" className="mono">
              {shortOwner(longest.owner)}
            </bdi>
          </span>
        ) : null}
      </p>
      <ol className="flex flex-wrap items-center gap-y-2" aria-label={labels.chainTitle}>
        {holds.slice(skipped).map((hold, at) => {
          const free = freeBefore[skipped + at] ?? null;
          const length = lengthMs(hold, now);
          return (
            <li key={hold.id} className="flex items-center">
              {at > 0 ? <Link freeMs={free} labels={labels} duration={duration} /> : null}
              <span
                className="rounded-md border border-line bg-panel px-2 py-1"
                style={{ borderLeft: `3px solid ${colourOf(hold.owner)}` }}
                title={`${hold.owner} · ${endText(hold, labels)}`}
              >
                <bdi translate="no" className="mono">
                  {shortOwner(hold.owner)}
                </bdi>
                <span className="num ml-2 text-[12px] text-ink2">
                  {length === null ? '' : duration(length)}
                </span>
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function Link(props: {
  freeMs: number | null;
  labels: TimelineLabels;
  duration: (ms: number) => string;
}) {
  const { freeMs, labels, duration } = props;
  const handedOn = freeMs === 0;
  const text = freeMs === null ? null : filled(labels.chainFree, { time: duration(freeMs) });
  return (
    <span className="mx-1.5 text-[11px] text-ink3">
      {handedOn ? <span title={labels.handedOn}>→</span> : <span>⋯ {text}</span>}
    </span>
  );
}
