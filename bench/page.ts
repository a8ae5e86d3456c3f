/**
 * What opening and scrolling the list costs, on the built dashboard in Chromium:
 *
 *     npm run bench:page                           # 100,000 leases, 20,000 renewals a second
 *     npm run bench:page -- --leases 20000 --runs 3 --scroll 5
 *     npm run bench:page -- --part scrolling       # or first, or opening
 *
 * Prints a table and exits with 1 when a limit is broken.
 */

import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { launchStack, type Stack } from '../e2e/base/stack.ts';
import { buildIfNeeded } from '../scripts/build/production.ts';
import { browserLaunchOptions } from '../scripts/system/browser.ts';
import { type Result, toMarkdown } from './observe/result.ts';
import { startLoad } from './observe/start-load.ts';
import { firstLoad } from './page/first-load.ts';
import { openingRatio } from './page/opening.ts';
import { scrolling } from './page/scrolling.ts';

const { values } = parseArgs({
  options: {
    leases: { type: 'string', default: '100000' },
    runs: { type: 'string', default: '7' },
    scroll: { type: 'string', default: '30' },
    part: { type: 'string' },
  },
});
const leases = Number(values.leases);
const RENEW_EVERY_MS = 5000;

buildIfNeeded(process.cwd());
const few = await launchStack();
const many = await launchStack();
const browser = await chromium.launch(browserLaunchOptions());
const loads = await Promise.all([
  startLoad({ url: few.redisUrl, leases: 100, renewEveryMs: RENEW_EVERY_MS }),
  startLoad({ url: many.redisUrl, leases, renewEveryMs: RENEW_EVERY_MS, churn: leases / 500 }),
]);
try {
  await Promise.all([known(few, 100), known(many, leases)]);
  const parts: Record<string, () => Promise<Result[]>> = {
    first: () => firstLoad(browser, few),
    opening: () => openingRatio(browser, { few, many, runs: Number(values.runs), leases }),
    scrolling: () => scrolling(browser, many, Number(values.scroll)),
  };
  const results: Result[] = [];
  for (const [name, measure] of Object.entries(parts)) {
    if (values.part === undefined || values.part === name) results.push(...(await measure()));
  }
  console.log(toMarkdown(results));
  if (results.some(({ holds }) => holds === false)) process.exitCode = 1;
} finally {
  await browser.close();
  for (const load of loads) await load.stop();
  await Promise.all([few.stop(), many.stop()]);
}

/** Waits until the dashboard knows so many leases. */
async function known({ dashboard }: Stack, wanted: number): Promise<void> {
  const headers = { authorization: `Bearer ${dashboard.token}` };
  for (let tries = 0; tries < 120; tries++) {
    const response = await fetch(`${dashboard.url}/api/snapshot?limit=1`, { headers });
    const { counts } = (await response.json()) as { counts: { held: number } };
    if (counts.held >= wanted) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(`the dashboard did not come to know ${wanted} leases within a minute`);
}
