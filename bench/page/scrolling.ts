/** Scrolling through all of a long list that is being renewed. */

import type { Browser } from '@playwright/test';
import type { Stack } from '../../e2e/base/stack.ts';
import { atMost, type Result, told } from '../observe/result.ts';
import { allowOwnFunctions } from './own-functions.ts';

const LONGEST_TASK_MS = 50;
const MOST_ROWS = 100;

export async function scrolling(
  browser: Browser,
  { dashboard }: Stack,
  seconds: number,
): Promise<Result[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await allowOwnFunctions(context);
  const page = await context.newPage();
  await page.goto(dashboard.signInUrl);
  await page.locator('[role="row"][data-lease]').nth(10).waitFor();
  await page.waitForTimeout(2000);
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  const { longest, count, rows, frames, empty } = await page.evaluate(scrollFor, seconds * 1000);
  const busy = longestOnProcessor(await browser.stopTracing());
  await context.close();
  return [
    atMost(
      `the most processor time of a task in ${seconds} s of scrolling`,
      busy,
      LONGEST_TASK_MS,
      ' ms',
    ),
    told('the same on the clock, with all else that runs here', `${Math.round(longest)} ms`),
    told('tasks longer than 50 ms on the clock', String(count)),
    told('frames a second', String(Math.round(frames / seconds))),
    told('the longest that places waited for their rows', `${Math.round(empty)} ms`),
    atMost('rows in the DOM while scrolling', rows, MOST_ROWS),
  ];
}

interface Seen {
  /** Tasks: the longest, milliseconds, and how many were over 50 ms. */
  longest: number;
  count: number;
  rows: number;
  frames: number;
  /** The longest time that some place, on screen or a few rows beyond, had no row, milliseconds. */
  empty: number;
}

/** Runs in the page: down the list at a reader's pace and, every other second, in a leap. */
function scrollFor(ms: number): Promise<Seen> {
  const seen = { longest: 0, count: 0, rows: 0, frames: 0, empty: 0 };
  let emptySince: number | null = null;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      seen.count++;
      seen.longest = Math.max(seen.longest, duration);
    }
  }).observe({ type: 'longtask' });
  return new Promise((resolve) => {
    const began = performance.now();
    const step = () => {
      const passed = performance.now() - began;
      if (passed > ms) {
        resolve(seen);
        return;
      }
      seen.frames++;
      seen.rows = Math.max(seen.rows, document.querySelectorAll('[role="row"]').length);
      const full = document.querySelector('[data-placeholder]') === null;
      emptySince = full ? null : (emptySince ?? passed);
      if (emptySince !== null) seen.empty = Math.max(seen.empty, passed - emptySince);
      const leap = seen.frames % 120 === 0;
      window.scrollBy(0, leap ? 40_000 : 24);
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Processor time, microseconds. */
  tdur?: number;
  args?: { name?: string };
}

/**
 * The most processor time that a task of a page's main thread took, in milliseconds: what it would
 * last on a machine that has nothing else to do.
 */
function longestOnProcessor(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  const tasks = traceEvents.filter(
    (event) => event.name.endsWith('RunTask') && main.has(threadOf(event)),
  );
  if (tasks.length === 0) throw new Error('the trace has no tasks');
  return tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur), 0) / 1000;
}
