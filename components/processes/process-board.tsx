'use client';

import { useQuery } from '@tanstack/react-query';
import { Cpu, Unplug } from 'lucide-react';
import { useState } from 'react';
import type { ProcessRow } from '@/lib/board/processes.ts';
import { address } from '@/lib/http/address.ts';
import { BulkFailure, useBulk } from '../actions/bulk-actions.tsx';
import { useLinkState, useSummary } from '../live/live-provider.tsx';
import { useMessages } from '../messages/messages-provider.tsx';
import { Empty } from '../ui/empty.tsx';
import { ProcessCard } from './process-card.tsx';
import { idOf, inOrder, stillOrder } from './stable-order.ts';

/** Every process that holds a lease, and whether it is well. */
export function ProcessBoard({
  initial,
  bulkLimit,
}: {
  initial: ProcessRow[];
  /** Most leases that one act may name. */
  bulkLimit: number;
}) {
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
  const most = Math.max(1, ...data.map((process) => process.holds));
  // Numbers change all the time; a card stays where it was seen.
  const [order, setOrder] = useState(() => stillOrder([], initial));
  const still = stillOrder(order, data);
  if (still !== order) setOrder(still);
  return (
    <>
      <BulkFailure bulk={bulk} />
      {data.length === 0 ? (
        <div className="card">
          <NoProcesses />
        </div>
      ) : (
        <ul className="fades grid gap-2.5">
          {inOrder(still, data).map((process) => (
            <ProcessCard key={idOf(process)} process={process} most={most} bulk={bulk} />
          ))}
        </ul>
      )}
      {bulk.dialog}
    </>
  );
}

/** That no process holds anything is said only while it is known. */
function NoProcesses() {
  const words = useMessages();
  const { trust } = useSummary();
  if (trust.redis.state !== 'up') {
    return (
      <Empty icon={<Unplug aria-hidden />} title={words.t('empty.redis')}>
        {words.t('processes.none-text')}
      </Empty>
    );
  }
  return (
    <Empty icon={<Cpu aria-hidden />} title={words.t('processes.none')}>
      {words.t('processes.none-text')}
    </Empty>
  );
}

async function fetchProcesses({ signal }: { signal: AbortSignal }): Promise<ProcessRow[]> {
  const response = await fetch(address('/api/processes'), { signal, cache: 'no-store' });
  if (!response.ok) throw new Error(`The server answered ${response.status}`);
  return ((await response.json()) as { processes: ProcessRow[] }).processes;
}
