import { CHANGE_KINDS, type ChangeCounts } from '@/lib/history/changes-per-minute.ts';

/** Counts as a chart draws them one on another: seconds, then the sums, the tallest first. Pure. */
export function stacked({ starts, perMinute }: ChangeCounts): [number[], ...number[][]] {
  const sums: number[][] = [];
  let below = starts.map(() => 0);
  for (const kind of CHANGE_KINDS) {
    const counts = perMinute[kind];
    below = below.map((sum, at) => sum + (counts[at] ?? 0));
    sums.push(below);
  }
  return [starts.map((start) => start / 1000), ...sums.reverse()];
}
