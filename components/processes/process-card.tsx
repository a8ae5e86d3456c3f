'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import type { ProcessRow, ProcessVerdict } from '@/lib/board/processes.ts';
import { type Bulk, BulkButtons } from '../actions/bulk-actions.tsx';
import { MOST_ROWS, matchingRows } from '../leases/matching-rows.ts';
import { colourOf } from '../leases/owner-colour.ts';
import { useMessages } from '../messages/messages-provider.tsx';
import { UntrustedText } from '../text/untrusted-text.tsx';
import { visibleString } from '../text/visible-text.ts';
import { duration, roughDuration } from '../time/duration.ts';
import { Moment } from '../time/moment.tsx';
import { Ticking } from '../time/ticking.tsx';
import { Button } from '../ui/button.tsx';
import { Chip, type Tone } from '../ui/chip.tsx';
import { Shape } from '../ui/shape.tsx';

const VERDICT: Record<
  ProcessVerdict,
  { tone: Tone; shape: 'square' | 'triangle' | 'circle' | null }
> = {
  alive: { tone: 'ok', shape: null },
  slow: { tone: 'late', shape: 'square' },
  'probably-dead': { tone: 'risk', shape: 'triangle' },
  gone: { tone: 'bad', shape: 'circle' },
};

/** One process: who it is, how it renews, what it holds, and what can be done about it. */
export function ProcessCard({
  process,
  most,
  bulk,
}: {
  process: ProcessRow;
  /** Leases of the one that holds most. */
  most: number;
  bulk: Bulk;
}) {
  const words = useMessages();
  const { tone, shape } = VERDICT[process.verdict];
  const colour = process.id === null ? 'var(--ink3)' : colourOf({ ...process, id: process.id });
  const facts = [
    process.host,
    process.pid === null ? null : words.t('lease.pid', { pid: process.pid }),
    process.version === null ? null : words.t('processes.version', { version: process.version }),
    process.id === null ? null : shortId(process.id),
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <li className="card grid items-center gap-x-5 gap-y-2 px-4 py-3 lg:grid-cols-[minmax(0,1.6fr)_120px_minmax(0,1fr)_minmax(0,1.2fr)_250px]">
      <div className="flex min-w-0 items-center gap-2.5">
        <span
          aria-hidden="true"
          className="size-2.5 shrink-0 rounded-[3px]"
          style={{ background: colour }}
        />
        <div className="min-w-0">
          <h2
            className="truncate font-semibold"
            title={process.label === null ? undefined : visibleString(process.label)}
          >
            {process.label ? (
              <UntrustedText text={process.label} />
            ) : process.id ? (
              <UntrustedText mono text={process.id} max={20} />
            ) : (
              words.t('processes.unknown')
            )}
          </h2>
          {process.id === null ? null : (
            <p translate="no" className="mono truncate text-ink3" title={visibleString(facts)}>
              <UntrustedText text={facts} />
            </p>
          )}
        </div>
      </div>
      <span>
        {process.id === null ? null : (
          <Chip
            tone={tone}
            icon={shape && <Shape of={shape} />}
            title={words.t(`processes.explain.${process.verdict}`)}
          >
            {words.t(`processes.${process.verdict}`)}
          </Chip>
        )}
      </span>
      <div className="min-w-0">
        <p className="num">
          <b className="font-[550]">{words.count('leases.count', process.holds)}</b>
          <Notes process={process} />
          <Expired process={process} />
        </p>
        <span aria-hidden="true" className="mt-1 block h-1.5 rounded-[4px] bg-line2">
          <span
            className="block h-full rounded-[4px] opacity-85"
            style={{ width: `${shareOf(process, most)}%`, background: colour }}
          />
        </span>
      </div>
      <dl className="grid min-w-0 grid-cols-3 gap-3 text-ink2">
        <Fact name={words.t('processes.first-seen')}>
          <Moment at={process.firstSeen} />
        </Fact>
        <Fact name={words.t('processes.last-seen')}>
          <LastSeen at={process.lastSeen} />
        </Fact>
        <Fact name={words.t('processes.oldest')}>
          <Oldest since={process.oldestSince} />
        </Fact>
      </dl>
      <div className="flex flex-wrap items-center gap-1.5 lg:justify-end">
        <Button asChild size="sm">
          {process.verdict === 'gone' ? (
            <Link href="/history?event=expired">{words.t('nav.history')}</Link>
          ) : (
            <Link href={`/?q=${encodeURIComponent(queryOf(process))}`}>{words.t('needs.see')}</Link>
          )}
        </Button>
        {process.id === null || process.verdict === 'gone' ? null : (
          <BulkButtons bulk={bulk} rows={() => matchingRows(queryOf(process), MOST_ROWS)} />
        )}
      </div>
    </li>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="truncate text-xs text-ink3" title={name}>
        {name}
      </dt>
      <dd className="num truncate">{children}</dd>
    </div>
  );
}

/** The beginning of an id; nothing where the id is the host and the pid beside it. */
function shortId(id: string): string | null {
  return id.includes('@') ? null : id.slice(0, 8);
}

/** The search for what a process holds. */
function queryOf({ id }: ProcessRow): string {
  return `process:${id ?? 'unknown'}`;
}

/** How much of its bar is full, in percent; who holds something shows something. */
function shareOf({ holds }: ProcessRow, most: number): number {
  return holds === 0 ? 0 : Math.max(2, (holds / most) * 100);
}

function Oldest({ since }: { since: number | null }) {
  const words = useMessages();
  if (since === null) return '—';
  return <Ticking text={(now) => duration(now - since, words)} />;
}

/** What a process that is gone held to the last. */
function Expired({ process: { expired, expiredAt } }: { process: ProcessRow }) {
  const words = useMessages();
  if (expiredAt === null) return null;
  return (
    <span className="text-risk">
      {' · '}
      {words.count('processes.expired', expired)}{' '}
      <Ticking
        className="whitespace-nowrap"
        text={(now) => words.t('time.ago', { time: roughDuration(now - expiredAt, words) })}
      />
    </span>
  );
}

/** How long ago the last sign of life was: a length of time, since it is seconds that matter here. */
function LastSeen({ at }: { at: number | null }) {
  const words = useMessages();
  if (at === null) return '—';
  return (
    <Ticking
      text={(now) => words.t('time.ago', { time: roughDuration(Math.max(0, now - at), words) })}
    />
  );
}

function Notes({ process }: { process: ProcessRow }) {
  const words = useMessages();
  const notes = [
    process.late > 0 ? words.t('processes.late', { n: words.number(process.late) }) : null,
    process.atRisk > 0 ? words.t('processes.at-risk', { n: words.number(process.atRisk) }) : null,
    process.stuck > 0 ? words.t('processes.stuck', { n: words.number(process.stuck) }) : null,
  ].filter((note) => note !== null);
  return notes.length === 0 ? null : <span className="text-risk"> · {notes.join(', ')}</span>;
}
