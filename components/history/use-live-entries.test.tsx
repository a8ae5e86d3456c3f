// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import type { HistoryEntry } from '@/lib/history/entry.ts';
import { useLiveEntries } from './use-live-entries.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

function entry(id: string): HistoryEntry {
  return { id, leaseId: 'l', key: 'k', event: 'acquired', at: Number(id) } as HistoryEntry;
}

let shown: readonly HistoryEntry[] = [];

function Probe({ feed }: { feed: readonly HistoryEntry[] }) {
  shown = useLiveEntries(feed);
  return null;
}

test('keeps what the feed has let go, each entry once, newest first', () => {
  const root = createRoot(document.createElement('div'));
  const show = (...ids: string[]) => act(() => root.render(<Probe feed={ids.map(entry)} />));
  show('2', '1');
  show('3', '2');
  show('5', '4');
  expect(shown.map(({ id }) => id)).toEqual(['5', '4', '3', '2', '1']);
  act(() => root.unmount());
});
