/** The table of all runs, and what was wrong in one. */

import type { Outcome } from './run-scenario.ts';

/** A table that says that it is right may be wrong for no longer than this. */
const WRONG_MS = 1500;

/** Everything that must not be, in words; empty when the run is as it should be. */
export function faultsOf(outcome: Outcome): string[] {
  const faults = [
    ...outcome.falseEntries.map((entry) => `false: ${entry}`),
    ...outcome.brokenChains.map((entry) => `broken chain: ${entry}`),
    ...outcome.missing.map((change) => `missing: ${change}`),
    ...outcome.outOfOrder.map((entry) => `out of order: ${entry}`),
    ...outcome.wrongEnds.map((end) => `wrong end: ${end}`),
  ];
  if (outcome.ownerWrongMs > WRONG_MS)
    faults.push(`an owner was wrong for ${outcome.ownerWrongMs} ms`);
  if (outcome.deadlineWrongMs > WRONG_MS) {
    faults.push(`a deadline was wrong for ${outcome.deadlineWrongMs} ms`);
  }
  return faults;
}

const HEAD = [
  ...['scenario', 'seed', 'changes', 'entries', 'false', 'broken chains', 'missing', 'asleep'],
  ...['out of order', 'wrong ends', 'gaps', 'gap ms', 'owner wrong ms', 'deadline wrong ms'],
];

export function toMarkdown(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map((outcome) => [
    ...[outcome.scenario, outcome.seed, outcome.changes, outcome.entries],
    ...[
      outcome.falseEntries.length,
      outcome.brokenChains.length,
      outcome.missing.length,
      outcome.asleep,
    ],
    ...[outcome.outOfOrder.length, outcome.wrongEnds.length, outcome.gaps, outcome.gapMs],
    ...[outcome.ownerWrongMs, outcome.deadlineWrongMs],
  ]);
  return [HEAD, HEAD.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
