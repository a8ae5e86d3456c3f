'use client';

import { useQuery } from '@tanstack/react-query';
import { address } from '@/lib/http/address.ts';
import type { LooseAlarm } from '@/lib/runs/run-view.ts';
import { useLinkState } from '../live/live-provider.tsx';

const EVERY_MS = 3000;

/** What is wrong on threads that nobody holds, asked for every 3 s. */
export function useAlarms(): LooseAlarm[] {
  const { mode } = useLinkState();
  const { data } = useQuery({
    queryKey: ['alarms'],
    queryFn: fetchAlarms,
    enabled: mode !== 'signed-out',
    refetchInterval: EVERY_MS,
    staleTime: 0,
  });
  return data ?? [];
}

async function fetchAlarms({ signal }: { signal: AbortSignal }): Promise<LooseAlarm[]> {
  const response = await fetch(address('/api/alarms'), { signal });
  if (!response.ok) throw new Error(`The server answered ${response.status}`);
  return ((await response.json()) as { alarms: LooseAlarm[] }).alarms;
}
