/**
 * From a command in Redis to its effect on screen: milliseconds between sending it and the frame
 * in which Chromium shows it, in a quiet deployment and under 20,000 renewals a second.
 * `npm run bench:screen`.
 */

import { chromium, type Page } from '@playwright/test';
import { type Leases, leasesOn } from '../e2e/base/leases.ts';
import { launchStack } from '../e2e/base/stack.ts';
import { buildIfNeeded } from '../scripts/build/production.ts';
import { browserLaunchOptions } from '../scripts/system/browser.ts';
import { startLoad } from './observe/start-load.ts';
import { allowOwnFunctions } from './page/own-functions.ts';

/** Milliseconds that one round took. */
type Round = (page: Page, leases: Leases, key: string) => Promise<number>;

const MEASURES: readonly { name: string; rounds: number; round: Round }[] = [
  { name: 'SET NX to row on screen', rounds: 100, round: appears },
  { name: 'SET to new owner on screen', rounds: 100, round: changesHands },
  { name: 'DEL to row off screen', rounds: 100, round: goes },
  { name: 'deadline to row off screen', rounds: 30, round: expires },
];

const LOADED = 100_000;
const RENEW_EVERY_MS = 5000;
const CHURN = 20;

buildIfNeeded(process.cwd());
const stack = await launchStack();
const browser = await chromium.launch(browserLaunchOptions());
try {
  const context = await browser.newContext();
  await allowOwnFunctions(context);
  const page = await context.newPage();
  await page.goto(stack.dashboard.signInUrl);
  await page.getByLabel('Search leases').waitFor();
  const leases = leasesOn(stack.redis);
  for (const measure of MEASURES) await measured(page, leases, measure);
  const load = await startLoad({
    ...{ url: stack.redisUrl, leases: LOADED, renewEveryMs: RENEW_EVERY_MS, churn: CHURN },
  });
  // Of so many leases the page shows what is asked for.
  await page.getByLabel('Search leases').fill('bench');
  await page.waitForTimeout(3 * RENEW_EVERY_MS);
  console.log(
    `with ${LOADED} leases, each renewed every ${RENEW_EVERY_MS} ms, ${CHURN} handed on a second:`,
  );
  for (const measure of MEASURES) await measured(page, leases, measure);
  await load.stop();
} finally {
  await browser.close();
  await stack.stop();
}

async function measured(
  page: Page,
  leases: Leases & { cleanUp(): Promise<void> },
  { name, rounds, round }: (typeof MEASURES)[number],
): Promise<void> {
  const times: number[] = [];
  for (let n = 0; n < rounds; n++) {
    times.push(await round(page, leases, `bench\0${name} ${n}`));
    await leases.cleanUp();
  }
  print(name, times);
}

async function appears(page: Page, leases: Leases, key: string): Promise<number> {
  const seen = shownAt(page, leases.name(key).id, 'run-1');
  const sent = Date.now();
  await leases.set(key, 'run-1');
  return (await seen) - sent;
}

async function changesHands(page: Page, leases: Leases, key: string): Promise<number> {
  const { id } = await leases.set(key, 'run-1');
  await shownAt(page, id, 'run-1');
  const seen = shownAt(page, id, 'run-2');
  const sent = Date.now();
  await leases.set(key, 'run-2');
  return (await seen) - sent;
}

async function goes(page: Page, leases: Leases, key: string): Promise<number> {
  const lease = await leases.set(key, 'run-1');
  await shownAt(page, lease.id, 'run-1');
  const gone = shownAt(page, lease.id, null);
  const sent = Date.now();
  await leases.remove(lease);
  return (await gone) - sent;
}

async function expires(page: Page, leases: Leases, key: string): Promise<number> {
  // Long enough to be shown before it ends, on a machine under load, too.
  const ttlMs = 3_000;
  const { id } = await leases.set(key, 'run-1', ttlMs);
  const due = Date.now() + ttlMs;
  await shownAt(page, id, 'run-1');
  return (await shownAt(page, id, null)) - due;
}

/** When the page shows the lease with this owner, or (`null`) shows it no more: the clock at that frame. */
function shownAt(page: Page, id: string, owner: string | null): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const row = document.querySelector(`[role="row"][data-lease="${wanted.id}"]`);
          const there = wanted.owner === null ? !row : row?.textContent?.includes(wanted.owner);
          if (there) resolve(Date.now());
          else requestAnimationFrame(look);
        };
        look();
      }),
    { id, owner },
  );
}

function print(name: string, times: number[]): void {
  times.sort((a, b) => a - b);
  const at = (share: number) => `${times[Math.floor((times.length - 1) * share)]} ms`;
  const columns = [`p50 ${at(0.5)}`, `p95 ${at(0.95)}`, `worst ${at(1)}`, `n ${times.length}`];
  console.log(name.padEnd(28), columns.map((column) => column.padEnd(14)).join(''));
}
