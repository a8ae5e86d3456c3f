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

/** The time that a chart of counts shows, in seconds: up to the end of its newest stretch. Pure. */
export function spanOfChart({ starts, stepMs }: ChangeCounts): [from: number, to: number] {
  const first = starts[0] ?? 0;
  return [first / 1000, ((starts.at(-1) ?? first) + stepMs) / 1000];
}
