'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ChangeCounts } from '@/lib/history/changes-per-minute.ts';
import { address } from '@/lib/http/address.ts';
import { ChangesChart } from './changes-chart.tsx';
import type { TimeSpan } from './holds.ts';
import type { TimelineLabels } from './labels.ts';
import { useFormats } from './use-formats.ts';

/** Changes go on: the picture is asked for anew this often, milliseconds. */
const REFRESH_MS = 5_000;

export interface HistoryChangesProps {
  /** The filter of the page, as the parameters of `/api/history` have it. */
  filter: Readonly<Record<string, string | null>>;
  /** The time brushed; `null` for the last day. */
  range: TimeSpan | null;
  onRange: (range: TimeSpan | null) => void;
  labels: TimelineLabels;
}

/** Changes per minute of what the history page is filtered for; brushing sets its range. */
export function HistoryChanges({ filter, range, onRange, labels }: HistoryChangesProps) {
  const { data } = useQuery({
    queryKey: ['history-changes', filter, range],
    queryFn: ({ signal }) => fetchChanges(filter, range, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const formats = useFormats();
  if (!data) return <div className="h-[164px]" />;
  return (
    <ChangesChart counts={data} isBrushed={range !== null} {...{ onRange, labels, formats }} />
  );
}

async function fetchChanges(
  filter: Readonly<Record<string, string | null>>,
  range: TimeSpan | null,
  signal: AbortSignal,
): Promise<ChangeCounts> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value);
  if (range) {
    query.set('since', String(range.from));
    query.set('until', String(range.to));
  }
  const response = await fetch(address(`/api/history/changes?${query}`), { signal });
  if (!response.ok) throw new Error(`The server answered ${response.status}`);
  return (await response.json()) as ChangeCounts;
}
