'use client';

import { useQuery } from '@tanstack/react-query';
import { address } from '@/lib/http/address.ts';
import type { RunDetail } from '@/lib/runs/run-view.ts';
import { shortRun } from '../leases/owner-tag.tsx';
import { useLinkState } from '../live/live-provider.tsx';
import { nextTask } from '../live/next-task.ts';
import { useMessages } from '../messages/messages-provider.tsx';
import { UntrustedText } from '../text/untrusted-text.tsx';

const EVERY_MS = 2000;
/** Ids that are spelled out; the others are counted. */
const MOST_IDS = 20;

/** What stands out about a thread's run whether the thread is held or not: a ghost, waiting and lost messages. */
export function ThreadRun({ leaseId, held }: { leaseId: string; held: boolean }) {
  const words = useMessages();
  const { mode } = useLinkState();
  const { data } = useQuery({
    queryKey: ['run', leaseId],
    queryFn: ({ signal }) => fetchRun(leaseId, signal),
    enabled: mode !== 'signed-out',
    refetchInterval: EVERY_MS,
    staleTime: 0,
  });
  if (!data) return null;
  const { view, queued, lost } = data;
  const ghost = view.ghostRunId;
  if (ghost === null && view.queued + view.lost === 0) return null;
  return (
    <section aria-labelledby="run-title" className="card mb-4 overflow-hidden">
      <h2 id="run-title" className="card-title">
        {words.t('lease.run-matters')}
      </h2>
      <div className="fades space-y-2.5 px-4 py-3 text-ink2">
        {ghost === null ? null : (
          <p>
            <b className="font-semibold text-odd">
              {words.rich('lease.ghost', { run: <UntrustedText mono text={shortRun(ghost)} /> })}
            </b>{' '}
            {words.t(held ? 'lease.ghost-beside' : 'lease.ghost-loose')}
          </p>
        )}
        {lost.length > 0 ? (
          <div>
            <p>
              <b className="font-semibold text-bad">{words.count('lease.lost', view.lost)}.</b>{' '}
              {words.t('lease.lost-what')}
            </p>
            <Ids ids={lost} count={view.lost} />
          </div>
        ) : null}
        {queued.length > 0 ? (
          <div>
            <p>{words.count('lease.queued', view.queued)}.</p>
            <Ids ids={queued} count={view.queued} />
          </div>
        ) : null}
        {view.countsAreAtLeast && view.queued + view.lost > 0 ? (
          <p>{words.t('needs.at-least')}</p>
        ) : null}
      </div>
    </section>
  );
}

function Ids({ ids, count }: { ids: readonly string[]; count: number }) {
  const words = useMessages();
  const shown = ids.slice(0, MOST_IDS);
  const more = count - shown.length;
  return (
    <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
      {shown.map((id) => (
        <li translate="no" key={id} className="mono text-ink">
          <UntrustedText mono text={id} max={48} />
        </li>
      ))}
      {more > 0 ? <li className="text-ink3">{words.count('needs.more', more)}</li> : null}
    </ul>
  );
}

async function fetchRun(leaseId: string, signal: AbortSignal): Promise<RunDetail> {
  await nextTask();
  const response = await fetch(address(`/api/leases/${leaseId}/run`), { signal });
  if (!response.ok) throw new Error(`The server answered ${response.status}`);
  return (await response.json()) as RunDetail;
}
