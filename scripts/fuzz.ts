/**
 * `npm run fuzz [-- <seed>]`: the long attack on the production build. 2,000 hostile values in Redis,
 * then 10,000 requests and the same 10,000 again. The heap is kept small, so that what leaks ends it.
 */

import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { launchStack } from '../e2e/base/stack.ts';
import { fuzz, memoryOf, readHostileData } from '../e2e/hostile/run.ts';
import { buildIfNeeded } from './build/production.ts';
import { requireRedisServer } from './redis/require.ts';

const VALUES = 2_000;
const REQUESTS = 10_000;
/** What a second round of the same may add; a leak of 29 kB a request would add 290. */
const FLAT_MB = 30;
const HEAP = { NODE_OPTIONS: '--max-old-space-size=200' };

const seed = Number(process.argv[2] ?? 1);
requireRedisServer();
buildIfNeeded(process.cwd());
const stack = await launchStack({ env: HEAP });
try {
  const faults = await readHostileData(stack, { seed, count: VALUES });
  report(`${VALUES} values in Redis: every page, API and export`, faults);
  faults.push(...commandLineFaults());
  const memory: number[] = [];
  for (const round of [1, 2]) {
    const found = await fuzz(stack, { seed, count: REQUESTS });
    report(`round ${round}: ${REQUESTS} requests`, found);
    faults.push(...found);
    // Time for what is only late to be collected.
    await delay(3_000);
    memory.push(memoryOf(stack));
  }
  const [first = 0, second = 0] = memory;
  console.log(
    `memory ${first.toFixed(0)} MB after the first round, ${second.toFixed(0)} MB after the second`,
  );
  if (second > first + FLAT_MB) faults.push('memory grows with requests');
  if (faults.length > 0) process.exitCode = 1;
} finally {
  await stack.stop();
}

function commandLineFaults(): string[] {
  const faults = [['ls'], ['ls', '--json'], ['history', '--limit', '1000'], ['adopters']].flatMap(
    (args) => {
      const program = ['cli/leaseboard.js', ...args, '--redis', stack.redisUrl];
      const { status, stdout, stderr } = spawnSync(process.execPath, program, { maxBuffer: 1e9 });
      const said = `${stdout}${stderr}`;
      if (status !== 0) return [`leaseboard ${args.join(' ')}: exit code ${status}: ${stderr}`];
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
      return /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(said)
        ? [`leaseboard ${args.join(' ')}: prints control characters`]
        : [];
    },
  );
  report('the command line on the same data', faults);
  return faults;
}

function report(what: string, faults: readonly string[]): void {
  console.log(`${what}: ${faults.length === 0 ? 'no fault' : `${faults.length} faults`}`);
  for (const fault of faults) console.log(`  ${fault}`);
}
