/**
 * `npm test`: everything that must hold, counted. `npm test -- lint unit` runs the named checks
 * alone. The last line is the sum; the exit code is 0 only when something ran and nothing failed.
 */

import { build, isBuilt } from './build/production.ts';
import { type Check, type CheckResult, single, sum } from './checks/check.ts';
import { runPlaywright } from './checks/playwright.ts';
import { runTool } from './checks/tool.ts';
import { runVitest } from './checks/vitest.ts';
import { requireRedisServer } from './redis/require.ts';
import { requireBrowser } from './system/browser.ts';

const root = process.cwd();

const CHECKS: readonly Check[] = [
  tool('lint', 'biome', 'check', '--error-on-warnings', '.'),
  {
    name: 'types',
    run: async () => {
      // Declarations for routes and style sheets, which the type check reads.
      const generated = (await runTool('next', ['typegen'])) === 0;
      return single('types', generated && (await runTool('tsc', ['--noEmit'])) === 0);
    },
  },
  tool('dead code', 'knip'),
  { name: 'unit', run: () => runVitest('unit') },
  { name: 'contract', needs: ['redis'], run: () => runVitest('contract') },
  { name: 'build', run: async () => single('build', builds()) },
  {
    name: 'e2e',
    needs: ['redis', 'browser'],
    run: async () => (isBuilt(root) ? runPlaywright() : single('e2e: no build to run on', false)),
  },
];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !CHECKS.some((check) => check.name === name));
if (unknown.length > 0) {
  console.error(
    `No such check: ${unknown.join(', ')}. There are: ${CHECKS.map((check) => check.name).join(', ')}.`,
  );
  process.exit(1);
}
const chosen = CHECKS.filter(({ name }) => asked.length === 0 || asked.includes(name));
if (chosen.some(({ needs }) => needs?.includes('redis'))) requireRedisServer();
if (chosen.some(({ needs }) => needs?.includes('browser'))) requireBrowser();

const table: { name: string; seconds: number; result: CheckResult }[] = [];
for (const check of chosen) {
  console.log(`\n── ${check.name} ${'─'.repeat(72 - check.name.length)}`);
  const began = performance.now();
  const result = await outcomeOf(check);
  table.push({ name: check.name, seconds: (performance.now() - began) / 1000, result });
}
report();

/** A check that breaks, or that finds nothing to check, has failed. */
async function outcomeOf(check: Check): Promise<CheckResult> {
  try {
    const result = await check.run();
    const empty = result.passed + result.failed.length === 0;
    return empty ? single(`${check.name}: nothing ran`, false) : result;
  } catch (error) {
    console.error(error);
    return single(`${check.name}: ${error instanceof Error ? error.message : error}`, false);
  }
}

function tool(name: string, program: string, ...args: readonly string[]): Check {
  return { name, run: async () => single(name, (await runTool(program, args)) === 0) };
}

function builds(): boolean {
  build(root);
  return true;
}

function report(): void {
  const { passed, failed, skipped } = sum(table.map(({ result }) => result));
  console.log('');
  for (const { name, seconds, result } of table) {
    const counts = `${result.passed} passed, ${result.failed.length} failed`;
    console.log(`${name.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s  ${counts}`);
  }
  for (const name of skipped) console.log(`skipped: ${name}`);
  for (const name of failed) console.log(`failed: ${name}`);
  console.log(`${passed} passed, ${failed.length} failed`);
  process.exitCode = failed.length === 0 && passed > 0 ? 0 : 1;
}
