'use client';

import Link from 'next/link';
import { memo, type ReactNode } from 'react';
import type { HistoryEntry } from '@/lib/history/entry.ts';
import { parseLeaseKey } from '@/lib/keys/lease-key.ts';
import { parseOwner } from '@/lib/keys/owner.ts';
import { shortRun } from '../leases/owner-tag.tsx';
import { useMessages } from '../messages/messages-provider.tsx';
import { UntrustedText } from '../text/untrusted-text.tsx';
import { duration } from '../time/duration.ts';
import { Moment } from '../time/moment.tsx';
import { cn } from '../ui/cn.ts';

/**
 * One change of owner in the feed: when, which thread, what happened, from whom to whom. Every line
 * is as high as the next and placed by its number, so that a new one shifts no layout.
 */
export function EntryLine({
  entry,
  index,
  fresh,
}: {
  entry: HistoryEntry;
  /** Its place in the list, from the top. */
  index: number;
  /** Came after the page was opened. */
  fresh: boolean;
}) {
  return (
    <li
      className={cn(
        'absolute inset-x-0 grid h-(--line-height) grid-cols-[62px_minmax(0,1fr)] content-center gap-2 border-b border-line2 px-4',
        entry.event === 'gap' && 'hatched text-ink2',
        fresh && 'animate-[arrive_900ms_ease-out]',
      )}
      style={{ transform: `translateY(calc(var(--line-height) * ${index}))` }}
    >
      <EntryText entry={entry} />
    </li>
  );
}

/** Entries never change: those that only move down the list are not rendered again. */
const EntryText = memo(function EntryText({ entry }: { entry: HistoryEntry }) {
  return (
    <>
      <Moment at={entry.at} className="mono num text-ink3" />
      <div className="min-w-0">
        {entry.event === 'gap' ? <GapText entry={entry} /> : <ChangeText entry={entry} />}
      </div>
    </>
  );
});

function ChangeText({ entry }: { entry: HistoryEntry }) {
  const words = useMessages();
  const { title } = parseLeaseKey(entry.key);
  return (
    <>
      <p className="truncate">
        <Link
          href={`/leases/${entry.leaseId}`}
          prefetch={false}
          className="font-[550] hover:underline"
        >
          <UntrustedText text={title} max={26} />
        </Link>{' '}
        <EventWord entry={entry} />
        {entry.heldForMs !== null && entry.to === null ? (
          <span className="text-ink2">
            {' '}
            {words.t('event.after', { time: duration(entry.heldForMs, words) })}
          </span>
        ) : null}
      </p>
      <p className="truncate text-ink2">
        <Owners entry={entry} />
        {entry.actor ? (
          <> {words.rich('event.by', { actor: <UntrustedText text={entry.actor} max={28} /> })}</>
        ) : null}
        {entry.actor && entry.reason ? (
          <>
            {' '}
            “<UntrustedText text={entry.reason} max={48} />”
          </>
        ) : null}
      </p>
    </>
  );
}

/** What happened, in one word; what nobody meant to happen is coloured. */
function EventWord({ entry }: { entry: HistoryEntry }) {
  const words = useMessages();
  const bad = entry.event === 'expired' || entry.event === 'evicted';
  return <span className={bad ? 'text-risk' : 'text-ink2'}>{words.t(`event.${entry.event}`)}</span>;
}

/** From whom to whom. */
function Owners({ entry }: { entry: HistoryEntry }) {
  return (
    <span translate="no" className="mono text-ink">
      {entry.event === 'transferred' ? (
        <>
          {owner(entry.from)} <span className="text-ink3">→</span> {owner(entry.to)}
        </>
      ) : (
        owner(entry.to ?? entry.from)
      )}
    </span>
  );
}

function owner(text: string | null): ReactNode {
  return text === null ? '—' : <UntrustedText text={shortRun(parseOwner(text).runId, 8)} />;
}

function GapText({ entry }: { entry: HistoryEntry }) {
  const words = useMessages();
  return (
    <p className="line-clamp-2">
      {words.t('event.gap-for', { time: gapLength(entry, words) })}
      {entry.reason ? <span> · {entry.reason}</span> : null}
    </p>
  );
}

/** How long nobody looked. */
export function gapLength(entry: HistoryEntry, words: ReturnType<typeof useMessages>): string {
  const ms = Number(entry.to) - Number(entry.from);
  return duration(Number.isFinite(ms) ? ms : 0, words);
}
