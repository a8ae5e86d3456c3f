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
const [fewRenewed, manyRenewed] = await Promise.all([
  startLoad({ url: few.redisUrl, leases: 100, renewEveryMs: RENEW_EVERY_MS }),
  startLoad({ url: many.redisUrl, leases, renewEveryMs: RENEW_EVERY_MS, churn: leases / 500 }),
]);
/** Once it has been compared with, what has few leases only takes time from the other. */
const endFew = once(async () => {
  await fewRenewed.stop();
  await few.stop();
});
try {
  await Promise.all([known(few, 100), known(many, leases)]);
  await settled(many);
  const parts: Record<string, () => Promise<Result[]>> = {
    first: () => firstLoad(browser, few),
    opening: () => openingRatio(browser, { few, many, runs: Number(values.runs), leases }),
    scrolling: async () => {
      await endFew();
      return scrolling(browser, many, Number(values.scroll));
    },
  };
  const results: Result[] = [];
  for (const [name, measure] of Object.entries(parts)) {
    if (values.part === undefined || values.part === name) results.push(...(await measure()));
  }
  console.log(toMarkdown(results));
  if (results.some(({ holds }) => holds === false)) process.exitCode = 1;
} finally {
  await browser.close();
  await manyRenewed.stop();
  await Promise.all([endFew(), many.stop()]);
}

function once(end: () => Promise<void>): () => Promise<void> {
  let ended: Promise<void> | undefined;
  return () => {
    ended ??= end();
    return ended;
  };
}

/** Waits until the dashboard has written down who took all those leases, which keeps it busy for a while. */
async function settled({ dashboard }: Stack): Promise<void> {
  const headers = { authorization: `Bearer ${dashboard.token}` };
  for (let tries = 0, quick = 0; tries < 300 && quick < 10; tries++) {
    const asked = performance.now();
    await (await fetch(`${dashboard.url}/api/snapshot?limit=1`, { headers })).text();
    quick = performance.now() - asked < 100 ? quick + 1 : 0;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
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
