/** The processes behind the leases, with those that a moment ago were: from leases, runs and history. */

import type { HistoryReader } from '../history/index.ts';
import type { Board } from './board.ts';
import { goneProcesses, type ProcessRow, processesOf } from './processes.ts';
import type { RunAnnotations } from './run-annotations.ts';

/** A process that is gone is told of for this long. */
const TOLD_MS = 10 * 60_000;

/** Those that hold leases, the most first, and after them those whose leases expired lately. */
export function processList(
  board: Board,
  runs: Pick<RunAnnotations, 'cardOf' | 'processOf'>,
  reader: HistoryReader,
): ProcessRow[] {
  const factsOf = (id: string) => runs.cardOf(id);
  const holding = processesOf(board, factsOf);
  const expired = reader.recent('expired', board.now() - TOLD_MS);
  const present = new Set(holding.map(({ id }) => id));
  return [
    ...holding,
    ...goneProcesses(expired, (owner) => runs.processOf(owner), factsOf, present),
  ];
}
