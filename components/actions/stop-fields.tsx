'use client';

import { type ReactNode, useState } from 'react';
import type { LeaseRow } from '@/lib/board/wire.ts';
import { parseOwner } from '@/lib/keys/owner.ts';
import { shortRun } from '../leases/owner-tag.tsx';
import { useMessages } from '../messages/messages-provider.tsx';
import { UntrustedText } from '../text/untrusted-text.tsx';
import { visibleString } from '../text/visible-text.ts';
import type { ActionChoice } from './actions.ts';

/** What is particular to stopping a run: what waits behind it, and what may not be stopped. */
export function StopFields({
  row,
  onChoice,
}: {
  row: LeaseRow;
  onChoice(choice: ActionChoice): void;
}) {
  const words = useMessages();
  const [drop, setDrop] = useState(false);
  const { run } = row;
  const queued = run?.queued ?? 0;
  return (
    <div className="mt-3 space-y-2">
      {run?.state === 'waiting-for-person' ? (
        <Note>{words.t('act.stop.parked')}</Note>
      ) : run?.state === 'in-tool' ? (
        <Note>
          {words.t('act.stop.in-tool', {
            tool: visibleString(run.tool ?? words.t('state.a-tool')),
          })}
        </Note>
      ) : null}
      {run?.ghostRunId && row.owner !== null ? (
        <Note>
          {words.rich('act.stop.ghost', {
            owner: <Short run={parseOwner(row.owner).runId} />,
            ghost: <Short run={run.ghostRunId} />,
          })}
        </Note>
      ) : null}
      {queued > 0 ? (
        <Note>
          <b className="font-semibold text-ink">{words.count('needs.waiting', queued)}</b>{' '}
          {run?.countsAreAtLeast ? `${words.t('needs.at-least')} ` : null}
          {words.count(drop ? 'act.stop.queue-dropped' : 'act.stop.queue-starts', queued)}
          <label className="mt-1.5 flex items-center gap-2 text-ink">
            <input
              type="checkbox"
              className="size-3.5 accent-(--accent)"
              checked={drop}
              onChange={(event) => {
                setDrop(event.target.checked);
                onChoice({ ready: true, clearPendingSignals: event.target.checked });
              }}
            />
            {words.count('act.stop.drop', queued)}
          </label>
        </Note>
      ) : null}
    </div>
  );
}

function Short({ run }: { run: string }) {
  return <UntrustedText mono text={shortRun(run)} className="text-ink" />;
}

function Note({ children }: { children: ReactNode }) {
  return (
    <div className="rounded-[9px] border border-line bg-bg px-3 py-2.25 text-[12.5px] text-ink2">
      {children}
    </div>
  );
}
