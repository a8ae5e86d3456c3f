import type { Counts } from '@/lib/board/wire.ts';
import type { Health } from '@/lib/observe/health.ts';
import type { RunState } from '@/lib/runs/run-view.ts';
import type { PlainKey } from '../messages/translate.ts';
import type { Tone } from '../ui/chip.tsx';

/** One number of the overview, and the search that shows what it counts. */
export interface TileSpec {
  id: string;
  label: PlainKey;
  /** The search it stands for; `null` where what it counts is no longer there. */
  query: string | null;
  /** Its colour when it is not zero; absent: calm always. */
  tone?: Tone;
  /** Draws attention to itself when it is not zero. */
  hot?: boolean;
  value(counts: Counts): number;
}

export const TILES: readonly TileSpec[] = [
  { id: 'held', label: 'tiles.held', query: '', value: (counts) => counts.held },
  {
    id: 'risk',
    label: 'tiles.risk',
    query: 'health:late,at-risk',
    tone: 'risk',
    hot: true,
    value: (counts) => sum(counts.byHealth, ['late', 'at-risk']),
  },
  {
    id: 'stuck',
    label: 'tiles.silent',
    query: 'health:silent,leaked,ghost',
    tone: 'bad',
    hot: true,
    value: (counts) => sum(counts.byRun, ['silent', 'leaked', 'ghost']),
  },
  {
    id: 'no-expiry',
    label: 'tiles.no-expiry',
    query: 'health:no-expiry',
    tone: 'bad',
    hot: true,
    value: (counts) => counts.byHealth['no-expiry'] ?? 0,
  },
  {
    id: 'long',
    label: 'tiles.long',
    query: 'health:long-held',
    value: (counts) => counts.byHealth['long-held'] ?? 0,
  },
  {
    id: 'flapping',
    label: 'tiles.flapping',
    query: 'health:flapping',
    tone: 'odd',
    value: (counts) => counts.byHealth.flapping ?? 0,
  },
  {
    id: 'expired',
    label: 'tiles.expired',
    query: null,
    value: (counts) => counts.expiredLast5Min,
  },
];

function sum<State extends Health | RunState>(
  counts: Partial<Record<State, number>>,
  states: readonly State[],
): number {
  return states.reduce((total, state) => total + (counts[state] ?? 0), 0);
}
