/**
 * Whether the timeline of a lease that changed hands 500 times in 24 hours is drawn and moved in
 * without holding the browser up: lists what took it longer than 50 ms. Needs `npm run build`.
 *
 *   npx tsx bench/timeline.ts [changes=500] [folder for pictures]
 */

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { chromium, type Locator, type Page } from '@playwright/test';
import { Redis } from 'ioredis';
import { leaseKeyPrefix, storeKeys } from '../lib/lease/index.ts';
import { launchDashboard } from '../scripts/dashboard/launch.ts';
import { freePort, launchRedis } from '../scripts/redis/launch.ts';
import { browserLaunchOptions } from '../scripts/system/browser.ts';

const [, , changes = '500', pictures] = process.argv;
const PREFIX = 'mastra:topic';
const KEY = `${leaseKeyPrefix(PREFIX)}acct_42\0ticket-99`;
const DAY_MS = 86_400_000;
/** Longer tasks are what browsers call long. */
const LONG_MS = 50;

/** A day of runs: half of them hand on to the next, half end; the last one holds. */
async function fill(redis: Redis, count: number): Promise<void> {
  const { history } = storeKeys(PREFIX);
  const every = DAY_MS / count;
  let holder = '';
  for (let n = 0; n < count; n++) {
    const at = Math.round(Date.now() - DAY_MS + n * every);
    const isEnd = holder !== '' && n % 3 === 2 && n < count - 1;
    const event = isEnd ? 'released' : holder ? 'transferred' : 'acquired';
    const next = isEnd ? '' : randomUUID();
    await redis.xadd(
      ...[history, `${at}-0`, 'key', KEY, 'event', event, 'from', holder, 'to', next, 'at', ''],
      ...['source', 'recorded', 'actor', '', 'reason', '', 'held', holder ? String(every) : ''],
      ...['renewals', '34', 'fence', `${at}000`],
    );
    holder = next;
  }
  await redis.set(KEY, holder, 'PX', DAY_MS);
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  args: { name?: string };
  /** On the clock, and of the processor, microseconds. */
  dur?: number;
  tdur?: number;
}

interface Task {
  cpuMs: number;
  clockMs: number;
}

/**
 * The tasks of the page's main thread while `act` runs, longest first. On a busy machine a task is
 * interrupted, and the clock goes on: so what counts is the processor's time, and the clock's is
 * told beside it.
 */
async function tasksDuring(page: Page, act: () => Promise<void>): Promise<Task[]> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as never[])));
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline'] },
  });
  await act();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  // Other threads paint and tidy memory, and hold nothing up.
  const mainThreads = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return events
    .filter(({ name, pid, tid }) => name.endsWith('RunTask') && mainThreads.has(`${pid} ${tid}`))
    .map(({ dur = 0, tdur = 0 }) => ({ cpuMs: tdur / 1000, clockMs: dur / 1000 }))
    .sort((a, b) => b.cpuMs - a.cpuMs);
}

/** Prints the longest task and those that are too long; whether there is none of these. */
function judge(name: string, tasks: readonly Task[]): boolean {
  if (tasks.length === 0) throw new Error(`${name} was not traced`);
  const inWords = tasks.map(
    ({ cpuMs, clockMs }) => `${cpuMs.toFixed(0)} ms (${clockMs.toFixed(0)} on the clock)`,
  );
  const long = inWords.slice(0, tasks.filter(({ cpuMs }) => cpuMs > LONG_MS).length);
  console.log(`${name}, longest task     ${inWords[0]}`);
  console.log(`${name}, over ${LONG_MS} ms       ${long.join(', ') || 'none'}`);
  return long.length === 0;
}

async function measure(page: Page): Promise<boolean> {
  const link = page.getByRole('link', { name: 'ticket-99' }).first();
  const plot = page.getByRole('region', { name: /Ownership of/ });
  await link.waitFor();
  await page.waitForTimeout(1500);
  const opened = await tasksDuring(page, async () => {
    await link.click();
    await plot.locator('svg').waitFor();
    await page.waitForTimeout(2500);
  });
  const moved = await tasksDuring(page, () => move(page, plot));
  console.log(`elements in the picture  ${await plot.locator('svg *').count()}`);
  console.log(`rows in its table        ${await page.locator('.sr-only tbody tr').count()}`);
  return [judge('opening', opened), judge('moving', moved)].every((isSmooth) => isSmooth);
}

/** Wheel, drag and keys, closer and back. */
async function move(page: Page, plot: Locator): Promise<void> {
  const box = await plot.boundingBox();
  if (!box) throw new Error('the timeline has no place on the page');
  const [x, y] = [box.x + box.width * 0.6, box.y + box.height / 2];
  await page.mouse.move(x, y);
  for (let step = 0; step < 60; step++) {
    await page.mouse.wheel(0, step < 40 ? -120 : 120);
    await page.waitForTimeout(16);
  }
  await page.mouse.down();
  for (let step = 0; step < 40; step++) await page.mouse.move(x - step * 8, y);
  await page.mouse.up();
  await plot.focus();
  for (const key of ['+', '+', '-', 'ArrowLeft', 'ArrowLeft', 'ArrowRight', 'Home', 'End']) {
    await page.keyboard.press(key);
  }
  await page.waitForTimeout(500);
}

async function takePictures(page: Page, folder: string): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    for (const width of [1440, 390]) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 1000 });
      await page.waitForTimeout(600);
      await page.screenshot({ path: join(folder, `lease-${scheme}-${width}.png`) });
    }
  }
}

async function main(): Promise<void> {
  const server = await launchRedis();
  const redis = new Redis(server.url);
  await fill(redis, Number(changes));
  const dashboard = await launchDashboard({
    root: process.cwd(),
    port: await freePort(),
    env: { ...process.env, REDIS_URL: server.url },
    onLine: () => {},
  });
  const browser = await chromium.launch(browserLaunchOptions());
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
    await page.goto(dashboard.signInUrl);
    await page.goto(`${dashboard.url}/history`);
    const isSmooth = await measure(page);
    if (pictures) await takePictures(page, pictures);
    process.exitCode = isSmooth ? 0 : 1;
  } finally {
    await browser.close();
    await dashboard.stop();
    redis.disconnect();
    await server.stop();
  }
}

await main();
