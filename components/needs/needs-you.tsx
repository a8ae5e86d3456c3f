'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import type { LeaseRow, Restart } from '@/lib/board/wire.ts';
import { parseLeaseKey } from '@/lib/keys/lease-key.ts';
import { parseOwner } from '@/lib/keys/owner.ts';
import type { LooseAlarm } from '@/lib/runs/run-view.ts';
import { useActs } from '../acts/acts-context.ts';
import { shortRun } from '../leases/owner-tag.tsx';
import { StandingChip } from '../leases/standing-chip.tsx';
import { useMessages } from '../messages/messages-provider.tsx';
import { Foreign } from '../text/foreign.tsx';
import { roughDuration } from '../time/duration.ts';
import { Moment } from '../time/moment.tsx';
import { Ticking } from '../time/ticking.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Shape } from '../ui/shape.tsx';
import { LooseNeeds } from './loose-needs.tsx';
import type { LeaseTrouble, Need } from './needs.ts';
import { NeedsItem } from './needs-item.tsx';
import { NothingNeeded } from './nothing-needed.tsx';
import { Restarted } from './restarted.tsx';

/** What is wrong right now, each in a sentence with the act that fits it. */
export function NeedsYou({
  needs,
  alarms,
  restart,
  flapping,
  onQuery,
  onOpen,
}: {
  needs: readonly Need[];
  /** What is wrong on threads that nobody holds. */
  alarms: readonly LooseAlarm[];
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
        <NothingNeeded />
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
            <LooseNeeds alarms={alarms} />
          </ul>
        </>
      )}
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
  const acts = useActs();
  const queued = row.run?.queued ?? 0;
  const lost = row.run?.lost ?? 0;
  // Of two runs a stop would end the one that holds the lease, and leave the ghost.
  const stoppable = row.kind === 'thread' && kind === 'silent';
  return (
    <NeedsItem
      chip={<StandingChip row={row} />}
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
    </NeedsItem>
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
            last: <span className="mono">{row.run.lastType}</span>,
            when: <Moment at={row.run.lastAt} className="num" />,
          })
        : words.rich('needs.silent-unknown', { thread, owner });
    case 'ghost':
      return words.rich('needs.ghost', {
        thread,
        owner,
        ghost: <Foreign mono text={shortRun(row.run?.ghostRunId ?? '?')} />,
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
    <NeedsItem
      chip={
        <Chip tone="risk" icon={<Shape of="triangle" />}>
          {words.rich('needs.probably-dead', { process: <Foreign text={label} max={20} /> })}
        </Chip>
      }
      actions={
        <Button onClick={() => onQuery(`process:${need.process}`)}>{words.t('needs.see')}</Button>
      }
    >
      {words.rich('needs.process-dead', {
        leases: <b>{words.count('leases.count', need.rows.length)}</b>,
        process: <Foreign mono text={need.process} max={12} />,
        time: <Remaining until={need.freeAt} />,
      })}
    </NeedsItem>
  );
}

function ThreadLink({ row }: { row: LeaseRow }) {
  const { title, subtitle } = parseLeaseKey(row.key);
  return (
    <>
      <Link href={`/leases/${row.id}`} prefetch={false} className="hover:underline">
        <Foreign text={title} max={40} />
      </Link>
      {subtitle ? (
        <>
          {' '}
          (<Foreign text={subtitle} max={32} />)
        </>
      ) : null}
    </>
  );
}

function OwnerWords({ row }: { row: LeaseRow }) {
  const words = useMessages();
  const run = row.owner === null ? '?' : shortRun(parseOwner(row.owner).runId);
  const name = <Foreign mono text={run} className="text-ink" />;
  return row.process
    ? words.rich('needs.owner-on', {
        owner: name,
        process: (
          <b>
            <Foreign text={row.process.label} max={24} />
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
