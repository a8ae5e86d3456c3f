'use client';

import { useQuery } from '@tanstack/react-query';
import { address } from '@/lib/http/address.ts';
import type { LooseAlarm } from '@/lib/runs/run-view.ts';
import { useLinkState } from '../live/live-provider.tsx';

const EVERY_MS = 3000;

export interface Alarms {
  alarms: readonly LooseAlarm[];
  /** Threads of which nothing is known yet. */
  notLookedAt: number;
}

const NONE: Alarms = { alarms: [], notLookedAt: 0 };

/** What is wrong on threads that nobody holds, asked for every 3 s. */
export function useAlarms(): Alarms {
  const { mode } = useLinkState();
  const { data } = useQuery({
    queryKey: ['alarms'],
    queryFn: fetchAlarms,
    enabled: mode !== 'signed-out',
    refetchInterval: EVERY_MS,
    staleTime: 0,
  });
  return data ?? NONE;
}

async function fetchAlarms({ signal }: { signal: AbortSignal }): Promise<Alarms> {
  const response = await fetch(address('/api/alarms'), { signal });
  if (!response.ok) throw new Error(`The server answered ${response.status}`);
  return (await response.json()) as Alarms;
}
