/** A screen that somebody works on while everything under it moves; for the test of it and for the bench. */

import { expect, type Page } from '@playwright/test';
import { Redis } from 'ioredis';
import { leaseKeyPrefix } from '../../lib/lease/redis-keys.ts';
import { PREFIX } from './stack.ts';

const LEASES = 300;
const TTL_MS = 45_000;

export interface Churn {
  stop(): Promise<void>;
}

/**
 * Takes leases and keeps them moving: 20 renewals, 3 hand-overs, an end and a new one every
 * `tickMs` milliseconds.
 */
export async function startChurn(redisUrl: string, tickMs: number): Promise<Churn> {
  const redis = new Redis(redisUrl);
  const key = (n: number) =>
    `${leaseKeyPrefix(PREFIX)}acct_${n % 7}\0churn-${String(n).padStart(4, '0')}`;
  let turn = 0;
  const write = async (renewals: number, others: number) => {
    const batch = redis.pipeline();
    for (let i = 0; i < renewals; i++) batch.pexpire(key(turn++ % LEASES), TTL_MS);
    for (let i = 0; i < others * 3; i++) {
      const n = (turn * 31 + i * 17) % LEASES;
      batch.set(key(n), `run-${turn}-${i}`, 'PX', TTL_MS);
    }
    for (let i = 0; i < others; i++) {
      batch.del(key((turn * 13) % LEASES));
      batch.set(key((turn * 13 + 5) % LEASES), `run-new-${turn}`, 'PX', TTL_MS);
    }
    await batch.exec();
  };
  const fill = redis.pipeline();
  for (let n = 0; n < LEASES; n++) fill.set(key(n), `run-${n}`, 'PX', TTL_MS);
  await fill.exec();
  const timer = setInterval(() => void write(20, 1), tickMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await redis.ping();
      redis.disconnect();
    },
  };
}

/** Puts the clock of the machine that shows the page off by so much, before the page is loaded. */
export async function clockOff(page: Page, offsetMs: number): Promise<void> {
  await page.addInitScript((offset) => {
    const Right = Date;
    class Off extends Right {
      constructor(...given: unknown[]) {
        super(...((given.length === 0 ? [Right.now() + offset] : given) as [number]));
      }
      static override now(): number {
        return Right.now() + offset;
      }
    }
    window.Date = Off as DateConstructor;
  }, offsetMs);
}

/** Says to the page that its tab is hidden or shown, as a browser does. */
export async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      Object.defineProperty(document, 'hidden', {
        configurable: true,
        get: () => state === 'hidden',
      });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    hidden ? 'hidden' : 'visible',
  );
}

/** What somebody is in the middle of. */
export interface Work {
  scroll: number;
  selected: string[];
  /** Ids of the rows on screen, and how far from its top each is. */
  places: [id: string, top: number][];
}

const REASON = 'half a sentence';

/** Scrolls, selects five, opens a dialog and begins to write a reason. */
export async function beginWork(page: Page): Promise<Work> {
  // The one line that the churn brings above the list, some seconds after it began.
  await expect(page.getByText(/keeps? changing owner/)).toBeVisible({ timeout: 30_000 });
  await page.evaluate(() => window.scrollTo(0, 3000));
  const boxes = page.getByRole('row').locator('input[type=checkbox]');
  await expect.poll(() => rowsOnScreen(page).then((rows) => rows.length)).toBeGreaterThan(10);
  // As a hand would: the list keeps still under a pointer, and rows can be pressed.
  await page.mouse.move(700, 450);
  await expect(page.getByText('Order frozen while you point')).toBeVisible();
  const ids = (await rowsOnScreen(page)).slice(2, 7).map(([id]) => id);
  for (const id of ids) {
    await page.locator(`[data-lease="${id}"] input[type=checkbox]`).check();
  }
  await expect(page.getByText('5 selected')).toBeVisible();
  expect(await boxes.count()).toBeLessThan(100);
  await page.getByRole('button', { name: 'Release…' }).click();
  await page
    .getByRole('dialog')
    .getByLabel(/^Reason/)
    .fill(REASON);
  return { scroll: await scrollOf(page), selected: ids, places: await rowsOnScreen(page) };
}

/** Fails where anything of it was lost; ends by closing the dialog. */
export async function expectWorkKept(page: Page, work: Work): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel(/^Reason/)).toHaveValue(REASON);
  expect(await scrollOf(page)).toBe(work.scroll);
  expect(await rowsOnScreen(page)).toEqual(work.places);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('5 selected')).toBeVisible();
  for (const id of work.selected) {
    await expect(page.locator(`[data-lease="${id}"] input[type=checkbox]`)).toBeChecked();
  }
  expect(await scrollOf(page)).toBe(work.scroll);
  expect(await rowsOnScreen(page)).toEqual(work.places);
}

/** Selects nothing and goes to the top: every countdown there is right to within two seconds. */
export async function expectCountdownsRight(page: Page, redis: Redis): Promise<void> {
  await page.keyboard.press('Escape');
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect
    .poll(async () => {
      const shown = await countdowns(page);
      const left = await Promise.all(
        shown.map(({ id }) => redis.pttl(Buffer.from(id, 'base64url'))),
      );
      const wrong = shown.filter(({ seconds }, n) => {
        const pttl = left[n] ?? -2;
        return pttl > 0 && Math.abs(seconds * 1000 - pttl) > 2000;
      });
      return shown.length >= 5 ? wrong : 'too few rows';
    })
    .toEqual([]);
}

function scrollOf(page: Page): Promise<number> {
  return page.evaluate(() => window.scrollY);
}

function rowsOnScreen(page: Page): Promise<[id: string, top: number][]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[role="row"][data-lease]')]
      .map((row): [string, number] => [
        row.dataset.lease ?? '',
        Math.round(row.getBoundingClientRect().top),
      ])
      .filter(([, top]) => top > 0 && top < window.innerHeight)
      .sort((a, b) => a[1] - b[1]),
  );
}

function countdowns(page: Page): Promise<{ id: string; seconds: number }[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[role="row"][data-lease]')]
      .map((row) => ({
        id: row.dataset.lease ?? '',
        text: row.querySelector('[data-column="ttl"]')?.textContent ?? '',
      }))
      .flatMap(({ id, text }) => {
        const seconds = /([\d.]+) s$/.exec(text)?.[1];
        return seconds === undefined ? [] : [{ id, seconds: Number(seconds) }];
      })
      .slice(0, 20),
  );
}
