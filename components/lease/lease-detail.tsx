'use client';

import dynamic from 'next/dynamic';
import { useCallback, useMemo } from 'react';
import { withActor } from '@/lib/admin/match-audit.ts';
import type { LeaseRow } from '@/lib/board/wire.ts';
import type { HistoryEntry } from '@/lib/history/entry.ts';
import { address } from '@/lib/http/address.ts';
import { parseLeaseKey } from '@/lib/keys/lease-key.ts';
import { parseOwner } from '@/lib/keys/owner.ts';
import { useMatchingAudit } from '../history/use-matching-audit.ts';
import { healthStatus, leaseStatusOf } from '../leases/lease-status.ts';
import { LeaseStatusChip } from '../leases/lease-status-chip.tsx';
import { colourOf as colourOfProcess, processColour } from '../leases/owner-colour.ts';
import { shortRun } from '../leases/owner-tag.tsx';
import { useLive, useSummary } from '../live/live-provider.tsx';
import { useMessages } from '../messages/messages-provider.tsx';
import { UntrustedText } from '../text/untrusted-text.tsx';
import { Moment } from '../time/moment.tsx';
import { timelineWords } from '../timeline/labels.ts';
import { useFormats } from '../timeline/use-formats.ts';
import { Button } from '../ui/button.tsx';
import { LeaseActions } from './lease-actions.tsx';
import { LeaseFacts } from './lease-facts.tsx';
import { HistoryLoading, LeaseLog } from './lease-log.tsx';
import { ThreadRun } from './thread-run.tsx';
import { type HistoryPage, useLeaseHistory } from './use-lease-history.ts';
import { useOwners } from './use-owners.ts';

// Drawn up to this moment and in the reader's time zone: a server knows neither.
const OwnershipTimeline = dynamic(
  () => import('../timeline/ownership-timeline.tsx').then((module) => module.OwnershipTimeline),
  { ssr: false, loading: () => <div className="h-45" /> },
);
const TransferChain = dynamic(
  () => import('../timeline/transfer-chain.tsx').then((module) => module.TransferChain),
  { ssr: false, loading: () => <div className="h-16" /> },
);

/** One lease whole: how it stands, what is known of it, who held it and when. */
export function LeaseDetail({
  leaseId,
  leaseKey,
  row,
  feed,
  initialHistory,
}: {
  leaseId: string;
  /** The lease's key as text; known even while nobody holds it. */
  leaseKey: string;
  /** `null` while it is free. */
  row: LeaseRow | null;
  feed: readonly HistoryEntry[];
  initialHistory?: HistoryPage;
}) {
  const words = useMessages();
  const history = useLeaseHistory(leaseId, feed, initialHistory);
  const { clock } = useLive();
  const { trust } = useSummary();
  const known = trust.redis.state === 'up' && trust.events.complete;
  const labels = useMemo(() => timelineWords(words), [words]);
  const formats = useFormats();
  const now = useCallback(() => clock.now(), [clock]);
  const actBehind = useMatchingAudit(history.entries, leaseId);
  const told = useMemo(
    () => history.entries.map((entry) => withActor(entry, actBehind(entry))),
    [history.entries, actBehind],
  );
  const processOf = useOwners(leaseId, row, history.entries);
  const runProcess = row?.run?.processId ?? null;
  const heldBy = row?.owner ?? null;
  const colourOf = useCallback(
    (owner: string) => {
      const process = processOf(owner);
      if (process) return colourOfProcess(process);
      return processColour((owner === heldBy ? runProcess : null) ?? owner);
    },
    [processOf, heldBy, runProcess],
  );
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <LeaseTitle leaseKey={leaseKey} />
        {row ? <Chips row={row} /> : null}
        <span className="ml-auto max-md:ml-0">{row ? <LeaseActions row={row} /> : null}</span>
      </div>
      {row ? <LeaseFacts row={row} /> : known ? <Free entries={history.entries} /> : <NotKnown />}
      {parseLeaseKey(leaseKey).kind === 'thread' ? (
        <ThreadRun leaseId={leaseId} held={row !== null} />
      ) : null}
      <section aria-labelledby="timeline-title" className="card fades mb-4 overflow-hidden">
        <h2 id="timeline-title" className="card-title">
          {words.t('lease.timeline')}
        </h2>
        <OwnershipTimeline
          entries={told}
          row={row}
          now={now}
          processOf={processOf}
          colourOf={colourOf}
          {...{ labels, formats }}
        />
      </section>
      <section aria-labelledby="chain-title" className="card fades mb-4 overflow-hidden">
        <h2 id="chain-title" className="card-title">
          {labels.chainTitle}
        </h2>
        <TransferChain
          entries={history.entries}
          row={row}
          now={now}
          colourOf={colourOf}
          {...{ labels, formats }}
        />
      </section>
      <section aria-labelledby="log-title" className="card mb-4 overflow-hidden">
        <h2 id="log-title" className="card-title">
          {words.t('lease.log')}
          <span className="flex gap-3 font-[450] text-ink3">
            <a
              href={address(`/api/history/export?lease=${leaseId}&format=csv`)}
              download
              className="hover:text-ink hover:underline"
            >
              {words.t('lease.export')}
            </a>
          </span>
        </h2>
        {history.isPartial ? <HistoryLoading /> : null}
        {history.entries.length === 0 && !history.isLoading && !history.isPartial ? (
          <p className="px-4 py-5 text-ink2">{words.t('feed.empty-lease')}</p>
        ) : (
          <LeaseLog entries={history.lines} actBehind={actBehind} />
        )}
        {history.hasOlder ? (
          <div className="border-t border-line2 p-2 text-center">
            <Button look="quiet" disabled={history.isFetching} onClick={history.older}>
              {words.t('lease.older')}
            </Button>
          </div>
        ) : null}
      </section>
    </>
  );
}

function LeaseTitle({ leaseKey }: { leaseKey: string }) {
  const { title } = parseLeaseKey(leaseKey);
  return (
    <h1 className="min-w-0 text-2xl break-words">
      <UntrustedText text={title} max={80} />
    </h1>
  );
}

function Chips({ row }: { row: LeaseRow }) {
  const words = useMessages();
  const main = leaseStatusOf(row);
  const lease = healthStatus(row.health);
  const both =
    row.run !== null && row.holdBy === null && main.explain(words) !== lease.explain(words);
  return (
    <span className="fades flex min-w-0 flex-wrap gap-x-3 gap-y-2">
      <LeaseStatusChip row={row} />
      {both ? (
        <LeaseStatusChip
          row={row}
          standing={
            row.health === 'healthy'
              ? { ...lease, text: (_now, { t }) => t('state.lease-healthy') }
              : lease
          }
        />
      ) : null}
    </span>
  );
}

/** Nobody may take a lease for free that could not be read. */
function NotKnown() {
  const words = useMessages();
  return (
    <div className="card mb-4 px-4 py-3.5">
      <p className="font-[550]">{words.t('lease.not-known')}</p>
      <p className="mt-0.5 text-ink2">{words.t('lease.not-known-text')}</p>
    </div>
  );
}

function Free({ entries }: { entries: readonly HistoryEntry[] }) {
  const words = useMessages();
  const last = entries.find((entry) => entry.event !== 'gap' && entry.to === null);
  return (
    <div className="card mb-4 px-4 py-4">
      <p className="font-semibold">{words.t('lease.gone')}</p>
      <p className="mt-0.5 text-ink2">
        {last?.from
          ? words.rich('lease.last-owner', {
              owner: <UntrustedText mono text={shortRun(parseOwner(last.from).runId)} />,
              event: words.t(`event.${last.event}`),
              when: <Moment at={last.at} className="num" />,
            })
          : null}{' '}
        {words.t('lease.gone-text')}
      </p>
    </div>
  );
}
