/**
 * Random writes with a known sequence, one fault, and what the dashboard made of it:
 *
 *     npm run truth -- --seeds 3              # every scenario, three seeds each
 *     npm run truth -- --only FLUSHALL        # those whose name has this in it
 *     npm run truth -- --first-seed 7 --verbose
 */

import { parseArgs } from 'node:util';
import { faultsOf, toMarkdown } from './truth/report.ts';
import { type Outcome, runScenario } from './truth/run-scenario.ts';
import { SCENARIOS } from './truth/scenarios.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1' },
    'first-seed': { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    verbose: { type: 'boolean', default: false },
  },
});
const outcomes: Outcome[] = [];
const firstSeed = Number(values['first-seed']);
for (const scenario of SCENARIOS) {
  if (!scenario.name.toLowerCase().includes(values.only.toLowerCase())) continue;
  for (let seed = firstSeed; seed < firstSeed + Number(values.seeds); seed++) {
    console.error(`${scenario.name}, seed ${seed} …`);
    const outcome = await runScenario(scenario, {
      ...{ seed, beforeMs: 3000, afterMs: 4000, perSecond: 250 },
    });
    outcomes.push(outcome);
    if (values.verbose) for (const line of faultsOf(outcome)) console.error(`  ${line}`);
  }
}
console.log(toMarkdown(outcomes));
process.exit(outcomes.some((outcome) => faultsOf(outcome).length > 0) ? 1 : 0);
