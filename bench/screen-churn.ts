/**
 * A page left open and worked on while everything under it moves, for `minutes` (ten when absent):
 *
 *     npx tsx bench/screen-churn.ts 10
 *
 * Selection, place and dialog must be kept, countdowns right, and the JavaScript heap flat.
 */

import { chromium, type Page } from '@playwright/test';
import {
  beginWork,
  clockOff,
  expectCountdownsRight,
  expectWorkKept,
  setHidden,
  startChurn,
} from '../e2e/base/screen-churn.ts';
import { launchStack } from '../e2e/base/stack.ts';
import { buildIfNeeded } from '../scripts/build/production.ts';
import { browserLaunchOptions } from '../scripts/system/browser.ts';
import { percentile, shown } from './observe/result.ts';
import { allowOwnFunctions } from './page/own-functions.ts';

const minutes = Number(process.argv[2] ?? 10);
if (!(minutes > 0)) throw new Error(`minutes must be a number above 0, got “${process.argv[2]}”`);
const TEN_MINUTES = 600_000;
/** Twelve samples at least, however short the run. */
const SAMPLE_MS = Math.min(10_000, (minutes * 60_000) / 12);
/** The last third may be this much above the second one: noise of the collector, not a leak. */
const FLAT = 1.1;

buildIfNeeded(process.cwd());
const stack = await launchStack();
const churn = await startChurn(stack.redisUrl, 50);
const browser = await chromium.launch(browserLaunchOptions());
try {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await allowOwnFunctions(context);
  const page = await context.newPage();
  await clockOff(page, TEN_MINUTES);
  await page.goto(stack.dashboard.signInUrl);
  await page.goto(`${stack.dashboard.url}/?sort=thread`);
  const work = await beginWork(page);
  report(await heapOver(page, minutes * 60_000));
  await expectWorkKept(page, work);
  await expectCountdownsRight(page, stack.redis);
  console.log(`Selection, place and dialog kept, countdowns right, after ${minutes} min.`);
} finally {
  await browser.close();
  await churn.stop();
  await stack.stop();
}

/** The heap after a collection, in bytes, again and again; the tab is hidden for a while in the middle. */
async function heapOver(page: Page, ms: number): Promise<number[]> {
  const cdp = await page.context().newCDPSession(page);
  const heaps: number[] = [];
  const samples = Math.round(ms / SAMPLE_MS);
  for (let n = 0; n < samples; n++) {
    await setHidden(page, n >= samples / 2 && n < samples / 2 + 2);
    await page.waitForTimeout(SAMPLE_MS);
    await cdp.send('HeapProfiler.collectGarbage');
    const { usedSize } = await cdp.send('Runtime.getHeapUsage');
    heaps.push(usedSize);
  }
  return heaps;
}

function report(heaps: readonly number[]): void {
  const third = Math.floor(heaps.length / 3);
  const middle = percentile(heaps.slice(third, 2 * third), 0.5);
  const last = percentile(heaps.slice(2 * third), 0.5);
  const megabytes = heaps.map((heap) => (heap / 1e6).toFixed(1)).join(' ');
  console.log(`Heap in MB, every ${shown(SAMPLE_MS / 1000)} s: ${megabytes}`);
  const flat = last <= middle * FLAT;
  console.log(
    `Last third ÷ the one before: ${(last / middle).toFixed(2)}, ${flat ? 'flat' : 'NOT FLAT'}`,
  );
  if (!flat) process.exitCode = 1;
}
