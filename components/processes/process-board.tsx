'use client';

import { useQuery } from '@tanstack/react-query';
import { Cpu } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import type { ProcessRow, ProcessVerdict } from '@/lib/observe/processes.ts';
import type { LeaseRow } from '@/lib/observe/wire.ts';
import { type Bulk, BulkButtons, BulkFailure, useBulk } from '../acts/bulk-acts.tsx';
import { MOST_ROWS, matchingRows } from '../leases/matching-rows.ts';
import { processColour } from '../leases/owner-colour.ts';
import { useLinkState } from '../live/live-provider.tsx';
import { useMessages } from '../messages/messages-provider.tsx';
import { Foreign } from '../text/foreign.tsx';
import { duration, roughDuration } from '../time/duration.ts';
import { Moment } from '../time/moment.tsx';
import { Ticking } from '../time/ticking.tsx';
import { Button } from '../ui/button.tsx';
import { Chip, type Tone } from '../ui/chip.tsx';
import { Empty } from '../ui/empty.tsx';
import { Shape } from '../ui/shape.tsx';

const VERDICT: Record<ProcessVerdict, { tone: Tone; shape: 'square' | 'triangle' | null }> = {
  alive: { tone: 'ok', shape: null },
  slow: { tone: 'late', shape: 'square' },
  'probably-dead': { tone: 'risk', shape: 'triangle' },
};

/** Every process that holds a lease, and whether it is well. */
export function ProcessBoard({
  initial,
  bulkLimit,
}: {
  initial: ProcessRow[];
  /** Most leases that one act may name. */
  bulkLimit: number;
}) {
  const words = useMessages();
  const { mode } = useLinkState();
  const { data } = useQuery({
    queryKey: ['processes'],
    queryFn: fetchProcesses,
    initialData: initial,
    refetchInterval: 2000,
    staleTime: 0,
    enabled: mode !== 'signed-out',
  });
  const bulk = useBulk(bulkLimit);
  const most = Math.max(...data.map((process) => process.holds));
  return (
    <>
      <BulkFailure bulk={bulk} />
      {data.length === 0 ? (
        <div className="card">
          <Empty icon={<Cpu aria-hidden />} title={words.t('processes.none')}>
            {words.t('processes.none-text')}
          </Empty>
        </div>
      ) : (
        <ul className="fades grid gap-2.5">
          {data.map((process) => (
            <ProcessCard key={process.id ?? ''} process={process} most={most} bulk={bulk} />
          ))}
        </ul>
      )}
      {bulk.dialog}
    </>
  );
}

function ProcessCard({ process, most, bulk }: { process: ProcessRow; most: number; bulk: Bulk }) {
  const words = useMessages();
  const { tone, shape } = VERDICT[process.verdict];
  const colour = process.id === null ? 'var(--ink3)' : processColour(process.id);
  return (
    <li className="card grid items-center gap-x-5 gap-y-2 px-4 py-3 lg:grid-cols-[minmax(0,1.3fr)_130px_minmax(0,1fr)_minmax(0,1.3fr)_250px]">
      <div className="flex min-w-0 items-center gap-2.5">
        <span
          aria-hidden="true"
          className="size-2.5 shrink-0 rounded-[3px]"
          style={{ background: colour }}
        />
        <div className="min-w-0">
          <h2 className="truncate font-semibold">
            {process.label ? (
              <Foreign text={process.label} />
            ) : process.id ? (
              <Foreign mono text={process.id} max={20} />
            ) : (
              words.t('processes.unknown')
            )}
          </h2>
          <p className="mono truncate text-ink3">
            {process.id === null ? null : (
              <Foreign
                text={[
                  process.id.slice(0, 8),
                  process.host,
                  process.pid === null ? null : words.t('lease.pid', { pid: process.pid }),
                  process.version === null
                    ? null
                    : words.t('processes.version', { version: process.version }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              />
            )}
          </p>
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
        </p>
        <span aria-hidden="true" className="mt-1 block h-1.5 rounded-[4px] bg-line2">
          <span
            className="block h-full rounded-[4px] opacity-85"
            style={{ width: `${Math.max(2, (process.holds / most) * 100)}%`, background: colour }}
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
          <Ticking text={(now) => duration(now - process.oldestSince, words)} />
        </Fact>
      </dl>
      {process.id === null ? (
        <span />
      ) : (
        <div className="flex flex-wrap items-center gap-1.5 lg:justify-end">
          <Button asChild size="sm">
            <Link href={`/?q=${encodeURIComponent(`process:${process.id}`)}`}>
              {words.t('needs.see')}
            </Link>
          </Button>
          <BulkButtons bulk={bulk} rows={() => leasesOf(process)} />
        </div>
      )}
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

/** What the process holds now, as much of it as one answer has. */
function leasesOf({ id }: ProcessRow): Promise<LeaseRow[]> {
  return matchingRows(`process:${id}`, MOST_ROWS);
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

async function fetchProcesses({ signal }: { signal: AbortSignal }): Promise<ProcessRow[]> {
  const response = await fetch('/api/processes', { signal, cache: 'no-store' });
  if (!response.ok) throw new Error(`The server answered ${response.status}`);
  return ((await response.json()) as { processes: ProcessRow[] }).processes;
}
