/** The processes behind the leases, with those that a moment ago were: from leases, runs and history. */

import type { HistoryReader } from '../history/index.ts';
import type { LeaseWatch } from '../observe/index.ts';
import { goneProcesses, type ProcessRow, processesOf } from './processes.ts';
import type { RunAnnotations } from './run-annotations.ts';

/** A process that is gone is told of for this long. */
const TOLD_MS = 10 * 60_000;

/** Those that hold leases, the most first, and after them those whose leases expired lately. */
export function processList(
  watch: LeaseWatch,
  runs: Pick<RunAnnotations, 'cardOf' | 'processOf'>,
  reader: HistoryReader,
): ProcessRow[] {
  const factsOf = (id: string) => runs.cardOf(id);
  const holding = processesOf(watch, factsOf);
  const expired = reader.recent('expired', watch.now() - TOLD_MS);
  const present = new Set(holding.map(({ id }) => id));
  return [
    ...holding,
    ...goneProcesses(expired, (owner) => runs.processOf(owner), factsOf, present),
  ];
}
