/**
 * `npm test`: everything that must hold, counted. `npm test -- lint unit` runs the named checks
 * alone. The last line is the sum; the exit code is 0 only when something ran and nothing failed.
 */

import { isBuilt } from './build/production.ts';
import { type Check, type CheckResult, single, sum } from './checks/check.ts';
import { runPlaywright } from './checks/playwright.ts';
import { type Print, runProgram, runTool } from './checks/tool.ts';
import { runVitest } from './checks/vitest.ts';
import { requireRedisServer } from './redis/require.ts';
import { requireBrowser } from './system/browser.ts';

const root = process.cwd();

const types: Check = {
  name: 'types',
  run: async (print) => {
    // Declarations for routes and style sheets, which the type check reads.
    const generated = (await runTool('next', ['typegen'], { print })) === 0;
    return single('types', generated && (await runTool('tsc', ['--noEmit'], { print })) === 0);
  },
};
const unit: Check = { name: 'unit', run: (print) => runVitest('unit', print) };
const contract: Check = {
  name: 'contract',
  needs: ['redis'],
  run: (print) => runVitest('contract', print),
};
const build: Check = {
  name: 'build',
  run: async (print) => {
    const code = await runProgram(process.execPath, ['scripts/run.js', 'build'], { print });
    return single('build', code === 0);
  },
};
const e2e: Check = {
  name: 'e2e',
  needs: ['redis', 'browser'],
  run: async (print) =>
    isBuilt(root) ? runPlaywright(print) : single('e2e: no build to run on', false),
};

/**
 * Stages come one after the other; the lanes of a stage go side by side, each check of a lane in
 * its turn. Tests on real servers mostly wait, and leave the processor to what computes.
 */
const STAGES: readonly (readonly (readonly Check[])[])[] = [
  [
    [
      tool('lint', 'biome', 'check', '--error-on-warnings', '.'),
      types,
      tool('dead code', 'knip'),
      unit,
      build,
    ],
    [contract],
  ],
  [[e2e]],
];
const CHECKS = STAGES.flat(2);

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !CHECKS.some((check) => check.name === name));
if (unknown.length > 0) {
  console.error(
    `No such check: ${unknown.join(', ')}. There are: ${CHECKS.map((check) => check.name).join(', ')}.`,
  );
  process.exit(1);
}
const isChosen = ({ name }: Check) => asked.length === 0 || asked.includes(name);
const chosen = CHECKS.filter(isChosen);
if (chosen.some(({ needs }) => needs?.includes('redis'))) requireRedisServer();
if (chosen.some(({ needs }) => needs?.includes('browser'))) requireBrowser();

const results = new Map<Check, { seconds: number; result: CheckResult }>();
const began = performance.now();
for (const stage of STAGES) {
  const lanes = stage.map((lane) => lane.filter(isChosen)).filter((lane) => lane.length > 0);
  const isAlone = lanes.length === 1;
  if (lanes.length > 1) {
    const names = lanes.map((lane) => lane.map(({ name }) => name).join(', '));
    console.log(`\nSide by side, each shown when it is done: ${names.join(' | ')}`);
  }
  await Promise.all(lanes.map((lane) => runLane(lane, isAlone)));
}
report();

/** Runs checks in turn. What one says is shown as it comes where it is `alone`, else at its end. */
async function runLane(lane: readonly Check[], alone: boolean): Promise<void> {
  for (const check of lane) {
    const title = `\n── ${check.name} ${'─'.repeat(72 - check.name.length)}`;
    if (alone) console.log(title);
    let said = '';
    const print = alone
      ? undefined
      : (text: string) => {
          said += text;
        };
    const from = performance.now();
    const result = await outcomeOf(check, print);
    results.set(check, { seconds: (performance.now() - from) / 1000, result });
    if (!alone) console.log(`${title}\n${said.trimEnd()}`);
  }
}

/** A check that breaks, or that finds nothing to check, has failed. */
async function outcomeOf(check: Check, print?: Print): Promise<CheckResult> {
  try {
    const result = await check.run(print);
    const empty = result.passed + result.failed.length === 0;
    return empty ? single(`${check.name}: nothing ran`, false) : result;
  } catch (error) {
    console.error(error);
    return single(`${check.name}: ${error instanceof Error ? error.message : error}`, false);
  }
}

function tool(name: string, program: string, ...args: readonly string[]): Check {
  return {
    name,
    run: async (print) => single(name, (await runTool(program, args, { print })) === 0),
  };
}

function report(): void {
  const { passed, failed, skipped } = sum([...results.values()].map(({ result }) => result));
  console.log('');
  for (const [{ name }, { seconds, result }] of results) {
    const counts = `${result.passed} passed, ${result.failed.length} failed`;
    console.log(`${name.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s  ${counts}`);
  }
  console.log(`in all     ${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s`);
  for (const name of skipped) console.log(`skipped: ${name}`);
  for (const name of failed) console.log(`failed: ${name}`);
  console.log(`${passed} passed, ${failed.length} failed`);
  process.exitCode = failed.length === 0 && passed > 0 ? 0 : 1;
}
