'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import type { LeaseRow } from '@/lib/board/wire.ts';
import { parseLeaseKey } from '@/lib/keys/lease-key.ts';
import { parseOwner } from '@/lib/keys/owner.ts';
import type { Restart } from '@/lib/observe/observed-trust.ts';
import type { LooseAlarm } from '@/lib/runs/run-view.ts';
import { useActions } from '../actions/actions-context.ts';
import { LeaseStatusChip } from '../leases/lease-status-chip.tsx';
import { shortRun } from '../leases/owner-tag.tsx';
import { useMessages } from '../messages/messages-provider.tsx';
import { UntrustedText } from '../text/untrusted-text.tsx';
import { roughDuration } from '../time/duration.ts';
import { Moment } from '../time/moment.tsx';
import { Ticking } from '../time/ticking.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Shape } from '../ui/shape.tsx';
import { AttentionItem } from './attention-item.tsx';
import type { LeaseTrouble, Need } from './attention-items.ts';
import { NoProblems } from './no-problems.tsx';
import { Restarted } from './restarted.tsx';
import { ThreadAlarms } from './thread-alarms.tsx';

/** What is wrong right now, each in a sentence with the act that fits it. */
export function NeedsAttention({
  needs,
  alarms,
  notLookedAt,
  restart,
  flapping,
  onQuery,
  onOpen,
}: {
  needs: readonly Need[];
  /** What is wrong on threads that nobody holds. */
  alarms: readonly LooseAlarm[];
  /** Threads of which nothing is known yet: there may be more problems. */
  notLookedAt: number;
  /** Redis was started anew, and what that cost. */
  restart: Restart | undefined;
  /** Leases that change hands all the time: a sign, not a fault, so one line for all of them. */
  flapping: number;
  onQuery(query: string): void;
  onOpen(row: LeaseRow): void;
}) {
  const words = useMessages();
  const count = needs.length + alarms.length + (restart ? 1 : 0);
  return (
    <section aria-labelledby="needs-title" className="card mb-4 overflow-hidden">
      {count === 0 ? (
        <NoProblems />
      ) : (
        <>
          <h2 id="needs-title" className="card-title">
            {words.t('needs.title')} <span className="num text-ink3">{count}</span>
          </h2>
          <ul className="fades">
            {restart ? <Restarted restart={restart} /> : null}
            {needs.map((need) =>
              need.kind === 'process-dead' ? (
                <DeadProcess key={`process ${need.process}`} need={need} onQuery={onQuery} />
              ) : (
                <Troubled
                  key={`${need.kind} ${need.row.id}`}
                  kind={need.kind}
                  row={need.row}
                  more={need.more}
                  onQuery={onQuery}
                  onOpen={onOpen}
                />
              ),
            )}
            <ThreadAlarms alarms={alarms} />
          </ul>
        </>
      )}
      {notLookedAt > 0 ? (
        <p className="border-t border-line2 px-4 py-1.5 text-sm text-ink3">
          {words.count('needs.not-checked', notLookedAt)}
        </p>
      ) : null}
      {flapping > 0 ? <Flapping count={flapping} onQuery={onQuery} /> : null}
    </section>
  );
}

function Flapping({ count, onQuery }: { count: number; onQuery(query: string): void }) {
  const words = useMessages();
  return (
    <p className="fades flex flex-wrap items-center gap-x-2 border-t border-line2 px-4 py-1.5 text-sm text-ink2">
      <span className="text-odd [&_svg]:size-2">
        <Shape of="diamond" />
      </span>
      <span className="num min-w-0 flex-1">{words.count('needs.flapping', count)}</span>
      <Button look="quiet" size="sm" onClick={() => onQuery('health:flapping')}>
        {words.t('needs.see')}
      </Button>
    </p>
  );
}

function Troubled({
  kind,
  row,
  more,
  onQuery,
  onOpen,
}: {
  kind: LeaseTrouble;
  row: LeaseRow;
  more: number;
  onQuery(query: string): void;
  onOpen(row: LeaseRow): void;
}) {
  const words = useMessages();
  const acts = useActions();
  const queued = row.run?.queued ?? 0;
  const lost = row.run?.lost ?? 0;
  const atLeast = queued + lost > 0 && row.run?.countsAreAtLeast === true;
  // Of two runs a stop would end the one that holds the lease, and leave the ghost.
  const stoppable = row.kind === 'thread' && kind === 'silent';
  return (
    <AttentionItem
      chip={<LeaseStatusChip row={row} />}
      actions={
        <>
          {more > 0 ? (
            <Button look="quiet" onClick={() => onQuery(`health:${kind}`)}>
              {words.count('needs.more', more)}
            </Button>
          ) : null}
          <Button onClick={() => onOpen(row)}>{words.t('needs.open')}</Button>
          {stoppable && acts.may('stop') ? (
            <Button look="primary" onClick={() => acts.open('stop', row)}>
              {words.t('needs.stop')}
            </Button>
          ) : null}
          {!stoppable && (kind === 'leaked' || kind === 'no-expiry') && acts.may('release') ? (
            <Button onClick={() => acts.open('release', row)}>{words.t('needs.release')}</Button>
          ) : null}
        </>
      }
    >
      <TroubleSentence kind={kind} row={row} />
      {queued > 0 ? ` ${words.count('needs.waiting', queued)}` : null}
      {lost > 0 ? ` ${words.count('needs.lost', lost)}` : null}
      {atLeast ? ` ${words.t('needs.at-least')}` : null}
    </AttentionItem>
  );
}

function TroubleSentence({ kind, row }: { kind: LeaseTrouble; row: LeaseRow }): ReactNode {
  const words = useMessages();
  const thread = <ThreadLink row={row} />;
  const owner = <OwnerWords row={row} />;
  switch (kind) {
    case 'silent':
      return row.run?.lastType && row.run.lastAt !== null
        ? words.rich('needs.silent', {
            thread,
            owner,
            last: (
              <span translate="no" className="mono">
                {row.run.lastType}
              </span>
            ),
            when: <Moment at={row.run.lastAt} className="num" />,
          })
        : words.rich('needs.silent-unknown', { thread, owner });
    case 'ghost':
      return words.rich('needs.ghost', {
        thread,
        owner,
        ghost: <UntrustedText mono text={shortRun(row.run?.ghostRunId ?? '?')} />,
      });
    case 'leaked':
      return words.rich('needs.leaked', { thread, owner });
    case 'no-expiry':
      return words.rich('needs.no-expiry', { thread, owner });
    case 'unreadable':
      return words.rich('needs.unreadable', { thread });
    case 'at-risk':
      return words.rich('needs.at-risk', {
        thread,
        owner,
        time: <Remaining until={row.expiresAt} />,
      });
  }
}

function DeadProcess({
  need,
  onQuery,
}: {
  need: Extract<Need, { kind: 'process-dead' }>;
  onQuery(query: string): void;
}) {
  const words = useMessages();
  const label = need.rows[0]?.process?.label ?? need.process.slice(0, 8);
  return (
    <AttentionItem
      chip={
        <Chip tone="risk" icon={<Shape of="triangle" />}>
          {words.rich('needs.probably-dead', { process: <UntrustedText text={label} max={20} /> })}
        </Chip>
      }
      actions={
        <Button onClick={() => onQuery(`process:${need.process}`)}>{words.t('needs.see')}</Button>
      }
    >
      {words.rich('needs.process-dead', {
        leases: <b>{words.count('leases.count', need.rows.length)}</b>,
        process: <UntrustedText mono text={need.process} max={12} />,
        time: <Remaining until={need.freeAt} />,
      })}
    </AttentionItem>
  );
}

function ThreadLink({ row }: { row: LeaseRow }) {
  const { title, subtitle } = parseLeaseKey(row.key);
  return (
    <>
      <Link href={`/leases/${row.id}`} prefetch={false} className="hover:underline">
        <UntrustedText text={title} max={40} />
      </Link>
      {subtitle ? (
        <>
          {' '}
          (<UntrustedText text={subtitle} max={32} />)
        </>
      ) : null}
    </>
  );
}

function OwnerWords({ row }: { row: LeaseRow }) {
  const words = useMessages();
  const run = row.owner === null ? '?' : shortRun(parseOwner(row.owner).runId);
  const name = <UntrustedText mono text={run} className="text-ink" />;
  return row.process
    ? words.rich('needs.owner-on', {
        owner: name,
        process: (
          <b>
            <UntrustedText text={row.process.label} max={24} />
          </b>
        ),
      })
    : name;
}

function Remaining({ until }: { until: number | null }) {
  const words = useMessages();
  return (
    <Ticking className="num" text={(now) => roughDuration((until ?? now) - now + 999, words)} />
  );
}
