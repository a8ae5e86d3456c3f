/** Which bar lies in which line: a lane for each process, more lines where its holds overlap. Pure. */

import type { ProcessName } from '@/lib/board/wire.ts';
import type { Hold } from './holds.ts';

export interface Lane {
  /** `null`: the processes of these owners are not known. */
  process: ProcessName | null;
  /** Lines of holds that do not overlap, each in order of time. */
  lines: Hold[][];
}

/** Sorts holds into lanes, in the order in which the processes first held the lease. */
export function lanesOf(
  holds: readonly Hold[],
  processOf: (owner: string) => ProcessName | null,
): Lane[] {
  const lanes = new Map<string, Lane>();
  for (const hold of holds) {
    const process = processOf(hold.owner);
    const id = process?.id ?? '';
    let lane = lanes.get(id);
    if (!lane) {
      lane = { process, lines: [] };
      lanes.set(id, lane);
    }
    place(lane.lines, hold);
  }
  return [...lanes.values()];
}

function place(lines: Hold[][], hold: Hold): void {
  const from = hold.from ?? Number.NEGATIVE_INFINITY;
  const line = lines.find((holds) => (holds.at(-1)?.to ?? Number.POSITIVE_INFINITY) <= from);
  if (line) line.push(hold);
  else lines.push([hold]);
}
