/** How long `/` takes to open with many leases, against a hundred. */

import type { Browser, Page } from '@playwright/test';
import type { Stack } from '../../e2e/base/stack.ts';
import { atMost, percentile, type Result, shown, told } from '../observe/result.ts';
import { allowOwnFunctions } from './own-functions.ts';

const MOST_RATIO = 1.3;
const MOST_ROWS = 100;

/** Opens the two by turns, so that what else the machine does falls on both. */
export async function openingRatio(
  browser: Browser,
  { few, many, runs, leases }: { few: Stack; many: Stack; runs: number; leases: number },
): Promise<Result[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await allowOwnFunctions(context);
  const page = await context.newPage();
  const times = { few: [] as number[], many: [] as number[] };
  let rows = 0;
  // Cookies are one for all ports: the last one signed in to would be the only one.
  const signedIn = async (stack: Stack) => {
    await context.clearCookies();
    await page.goto(stack.dashboard.signInUrl);
  };
  for (let run = 0; run < runs; run++) {
    for (const name of ['few', 'many'] as const) {
      const stack = name === 'few' ? few : many;
      await signedIn(stack);
      times[name].push(await open(page, stack));
      rows = Math.max(rows, await page.locator('[role="row"]').count());
    }
  }
  await context.close();
  const [one, other] = [percentile(times.few, 0.5), percentile(times.many, 0.5)];
  const both = `${shown(Math.round(one))} ms, ${shown(Math.round(other))} ms`;
  return [
    told(
      `opening / until it is live, median of ${runs}: 100 and ${leases.toLocaleString('en')} leases`,
      both,
    ),
    atMost('that time with many ÷ with 100', other / one, MOST_RATIO),
    atMost('rows in the DOM', rows, MOST_ROWS),
  ];
}

/** Until the rows are there, the page is hydrated and has heard its stream. */
async function open(page: Page, { dashboard }: Stack): Promise<number> {
  const live = page.waitForRequest((request) => request.url().includes('/api/stream'));
  const began = performance.now();
  await page.goto(dashboard.url, { waitUntil: 'commit' });
  await Promise.all([live, page.locator('[role="row"][data-lease]').nth(10).waitFor()]);
  return performance.now() - began;
}
