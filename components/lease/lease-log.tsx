'use client';

import Link from 'next/link';
import { memo, type ReactNode } from 'react';
import type { AuditEntry } from '@/lib/admin/audit-entry.ts';
import type { AuditMatch } from '@/lib/admin/match-audit.ts';
import type { HistoryEntry, HistoryEvent } from '@/lib/history/entry.ts';
import { parseOwner } from '@/lib/keys/owner.ts';
import { gapLength } from '../feed/entry-line.tsx';
import { shortRun } from '../leases/owner-tag.tsx';
import { entryKey } from '../live/live-view.ts';
import { useMessages } from '../messages/messages-provider.tsx';
import { UntrustedText } from '../text/untrusted-text.tsx';
import { duration } from '../time/duration.ts';
import { Moment } from '../time/moment.tsx';
import { Chip, type Tone } from '../ui/chip.tsx';
import { cn } from '../ui/cn.ts';
import { useGrowing } from '../ui/use-growing.ts';

const EVENT_TONE: Record<HistoryEvent, Tone> = {
  acquired: 'ok',
  transferred: 'ok',
  released: 'idle',
  expired: 'risk',
  evicted: 'risk',
  gap: 'idle',
};

/** Lines drawn at once: what the first look shows of them. */
const PIECE = 12;

/** What happened to one lease, newest first. The page opens with the newest lines, and more follow. */
export function LeaseLog({
  entries,
  actBehind,
}: {
  entries: readonly HistoryEntry[];
  actBehind: AuditMatch;
}) {
  const drawn = useGrowing(Math.ceil(entries.length / PIECE), 1);
  return (
    <ul className="fades">
      {entries.slice(0, drawn * PIECE).map((entry) => (
        <LogLine key={entryKey(entry)} entry={entry} act={actBehind(entry)} />
      ))}
    </ul>
  );
}

/** Says that the server is still reading its history, above the newest of it. */
export function HistoryLoading() {
  const words = useMessages();
  return (
    <p role="status" className="border-b border-line2 px-4 py-2.5 text-ink2">
      {words.t('history.loading')}
    </p>
  );
}

/** One line: when, what, who, and how it is known. `lead` comes before the owners, `act` is what a person did. */
export const LogLine = memo(function LogLine({
  entry,
  act,
  lead,
}: {
  entry: HistoryEntry;
  act: AuditEntry | null;
  lead?: ReactNode;
}) {
  const words = useMessages();
  return (
    <li
      className={cn(
        // A line out of sight is neither styled nor laid out; searches and screen readers find it.
        '[contain-intrinsic-size:auto_37px] [content-visibility:auto]',
        'grid items-center gap-x-3 gap-y-1 border-b border-line2 px-4 py-2 last:border-0 md:grid-cols-[96px_104px_minmax(0,1fr)_auto]',
        'max-md:grid-cols-[auto_minmax(0,1fr)]',
        entry.event === 'gap' && 'hatched',
      )}
    >
      <Moment at={entry.at} precise className="mono num text-ink3" />
      <span>
        <Chip tone={EVENT_TONE[entry.event]}>{words.t(`event.${entry.event}`)}</Chip>
      </span>
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 max-md:col-span-2">
        {lead}
        {entry.event === 'gap' ? (
          <span className="text-ink2">
            {words.t('event.gap-for', { time: gapLength(entry, words) })}
            {entry.reason ? ` · ${entry.reason}` : null}
          </span>
        ) : (
          <Who entry={entry} act={act} />
        )}
      </span>
      <span
        title={words.t(`source.explain.${entry.source}`)}
        className="text-ink3 max-md:col-span-2 max-md:hidden"
      >
        {words.t(`source.${entry.source}`)}
      </span>
    </li>
  );
});

function Who({ entry, act }: { entry: HistoryEntry; act: AuditEntry | null }) {
  const words = useMessages();
  return (
    <>
      <span translate="no" className="mono min-w-0 truncate">
        {entry.from !== null ? <Run owner={entry.from} /> : null}
        {entry.from !== null && entry.to !== null ? <span className="text-ink3"> → </span> : null}
        {entry.to !== null ? <Run owner={entry.to} /> : null}
      </span>
      {entry.heldForMs !== null && entry.from !== null ? (
        <span className="num text-ink2">
          {words.t('event.after', { time: duration(entry.heldForMs, words) })}
        </span>
      ) : null}
      {entry.actor && entry.actor !== act?.actor ? (
        <By actor={entry.actor} reason={entry.reason} />
      ) : null}
      {act ? <Deed act={act} /> : null}
    </>
  );
}

function By({ actor, reason }: { actor: string; reason: string | null }) {
  const words = useMessages();
  return (
    <span className="min-w-0 truncate text-ink2">
      {words.rich('event.by', { actor: <UntrustedText text={actor} max={32} /> })}
      {reason ? (
        <>
          {' '}
          “<UntrustedText text={reason} max={80} />”
        </>
      ) : null}
    </span>
  );
}

/** What a person did, and the way to its record. */
function Deed({ act }: { act: AuditEntry }) {
  const words = useMessages();
  return (
    <>
      <span className="font-[550] text-accent">{words.t(`audit.act.${act.act}`)}</span>
      <By actor={act.actor} reason={act.reason} />
      <Link href={`/audit?id=${act.id}`} prefetch={false} className="text-ink3 hover:underline">
        {words.t('act.in-audit')}
      </Link>
    </>
  );
}

/** Longer owners are cut in the history, and looked for by their beginning. */
const LOOKED_FOR = 400;

/** An owner, and the way to everything it held. */
function Run({ owner }: { owner: string }) {
  const name = <UntrustedText text={shortRun(parseOwner(owner).runId, 8)} />;
  const title = owner.slice(0, 500);
  if (owner.trim() === '') return <span title={title}>{name}</span>;
  // By characters: a half of one would be no text.
  const beginning = [...owner.slice(0, 2 * LOOKED_FOR)].slice(0, LOOKED_FOR).join('');
  return (
    <Link
      href={`/history?find=${encodeURIComponent(beginning)}`}
      prefetch={false}
      title={title}
      className="hover:underline"
    >
      {name}
    </Link>
  );
}
