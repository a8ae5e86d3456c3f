'use client';

import type { ReactNode } from 'react';
import type { LeaseRow } from '@/lib/board/wire.ts';
import { parseOwner } from '@/lib/keys/owner.ts';
import { ownerColour } from '../leases/owner-colour.ts';
import { DigestMark } from '../leases/owner-tag.tsx';
import { TtlBar } from '../leases/ttl-bar.tsx';
import { useMessages } from '../messages/messages-provider.tsx';
import { UntrustedText } from '../text/untrusted-text.tsx';
import { duration, exactDuration, roughDuration } from '../time/duration.ts';
import { Ticking } from '../time/ticking.tsx';

/** What is known of a held lease, in one strip. */
export function LeaseFacts({ row }: { row: LeaseRow }) {
  const words = useMessages();
  return (
    <div className="@container mb-4">
      <dl className="card fades grid grid-cols-2 overflow-hidden @xl:grid-cols-3 [&>div]:border-line2 [&>div]:px-4 [&>div]:py-2.75 max-md:[&>div]:border-b md:[&>div]:border-r @3xl:grid-cols-5 @3xl:[&>div:last-child]:border-r-0">
        <Fact name={words.t(row.kind === 'thread' ? 'lease.owner-run' : 'lease.owner')}>
          <Owner row={row} />
        </Fact>
        <Fact name={words.t('lease.process')}>
          <Process row={row} />
        </Fact>
        <Fact name={words.t('lease.ttl')}>
          <TtlBar row={row} className="w-full" />
        </Fact>
        <Fact name={words.t('lease.held-for')}>
          <b
            className="num font-[550]"
            title={row.heldSinceExact ? undefined : words.t('table.at-least')}
          >
            {row.heldSinceExact ? null : '≥ '}
            <Ticking text={(now) => duration(now - row.heldSince, words)} />
          </b>
          <Note>
            {words.count('lease.renewals', row.renewals)}
            {row.renewEveryMs === null
              ? null
              : `, ${words.t('lease.every', { time: exactDuration(row.renewEveryMs, words) })}`}
          </Note>
        </Fact>
        {row.kind === 'thread' ? (
          <Fact name={words.t('lease.last-sign')}>
            <LastSign row={row} />
          </Fact>
        ) : (
          <Fact name={words.t('lease.kind')}>
            <b className="font-[550]">{words.t(`kind.${row.kind}`)}</b>
            {row.fence ? <Note>{words.t('lease.fence', { fence: row.fence })}</Note> : null}
          </Fact>
        )}
      </dl>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="mb-0.5 text-xs text-ink3">{name}</dt>
      <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2">{children}</dd>
    </div>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <span className="num min-w-0 truncate text-xs text-ink3">{children}</span>;
}

function Owner({ row }: { row: LeaseRow }) {
  const words = useMessages();
  if (row.owner === null) return <span className="text-bad">{words.t('state.unreadable')}</span>;
  const { runId } = parseOwner(row.owner);
  return (
    <>
      <span className="inline-flex min-w-0 items-center gap-2">
        <span
          aria-hidden="true"
          className="size-2 shrink-0 rounded-[2.5px]"
          style={{ background: ownerColour(row) }}
        />
        <UntrustedText mono text={runId} max={14} className="truncate font-[550]" />
      </span>
      {row.ownerDigest === null ? null : <DigestMark digest={row.ownerDigest} />}
      {row.ownerBytes === null ? null : (
        <Note>{words.t('lease.bytes', { n: words.number(row.ownerBytes) })}</Note>
      )}
    </>
  );
}

function Process({ row }: { row: LeaseRow }) {
  const words = useMessages();
  const { process } = row;
  if (!process) {
    const id = row.run?.processId;
    return id ? (
      <UntrustedText mono text={id} max={16} />
    ) : (
      <span className="text-ink3">{words.t('lease.process-unknown')}</span>
    );
  }
  return (
    <>
      <b className="font-[550]">
        <UntrustedText text={process.label} max={22} />
      </b>
      <Note>
        <UntrustedText
          mono
          text={[
            process.host ?? process.id.slice(0, 8),
            process.pid === null ? null : words.t('lease.pid', { pid: process.pid }),
          ]
            .filter(Boolean)
            .join(' · ')}
        />
      </Note>
    </>
  );
}

function LastSign({ row }: { row: LeaseRow }) {
  const words = useMessages();
  const { run } = row;
  if (!run || run.lastAt === null) {
    return <span className="text-ink3">{words.t('lease.last-sign-none')}</span>;
  }
  const at = run.lastAt;
  return (
    <>
      <b className="num font-[550]">
        <Ticking
          text={(now) =>
            words.t('time.ago', {
              time: now - at < 60_000 ? roughDuration(now - at, words) : duration(now - at, words),
            })
          }
        />
      </b>
      {run.lastType ? (
        <Note>
          <UntrustedText mono text={run.lastType} max={24} />
        </Note>
      ) : null}
    </>
  );
}
