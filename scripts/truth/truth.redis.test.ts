/** A short run of each scenario that fits: what the table and the history say is what happened. */

import { expect, test } from 'vitest';
import { runScenario } from './run-scenario.ts';
import { SCENARIOS } from './scenarios.ts';

const SHORT = { seed: 1, beforeMs: 1500, afterMs: 1500, perSecond: 60 };
const GAP_OF: Record<string, number> = { FLUSHALL: 1, SWAPDB: 1, 'frozen 1 s': 1 };
const CHOSEN = ['FLUSHALL', 'SWAPDB', 'frozen 1 s', 'forged events', 'mixed deadlines'];

test.each(SCENARIOS.filter(({ name }) => CHOSEN.includes(name)))(
  '$name: no false entry, no broken chain, and what may be missing lies in a gap',
  async (scenario) => {
    const outcome = await runScenario(scenario, SHORT);
    expect(outcome.changes).toBeGreaterThan(30);
    expect(outcome).toMatchObject({ falseEntries: [], brokenChains: [], outOfOrder: [] });
    expect(outcome).toMatchObject({ wrongEnds: [] });
    expect(outcome.gaps).toBeGreaterThanOrEqual(GAP_OF[scenario.name] ?? 0);
  },
);
