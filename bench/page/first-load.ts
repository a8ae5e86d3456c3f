/** The first visit of `/` with an empty cache: bytes of script, shifts, and when the page stands. */

import type { Browser } from '@playwright/test';
import type { Stack } from '../../e2e/base/stack.ts';
import { atMost, type Result, told } from '../observe/result.ts';
import { allowOwnFunctions } from './own-functions.ts';

const MOST_SCRIPT_KB = 220;
const MOST_SHIFT = 0.05;
/** Shifts count from the first byte on, for as long as somebody would look for what to press. */
const SETTLE_MS = 5000;

export async function firstLoad(browser: Browser, { dashboard }: Stack): Promise<Result[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await allowOwnFunctions(context);
  const page = await context.newPage();
  await page.goto(dashboard.signInUrl);
  await page.addInitScript(watchVitals);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  const scripts = new Set<string>();
  let bytes = 0;
  cdp.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(dashboard.url);
  await page.waitForTimeout(SETTLE_MS);
  const { shift, paint, largest, blocked } = await page.evaluate(() => window.vitals);
  const document = await page.evaluate(() =>
    performance.getEntriesByType('navigation')[0]?.toJSON(),
  );
  await context.close();
  return [
    atMost('script over the wire, compressed', bytes / 1000, MOST_SCRIPT_KB, ' kB'),
    atMost('layout shift, first 5 s with leases changing', shift, MOST_SHIFT),
    told('first byte of the page', `${Math.round(document.responseStart)} ms`),
    told('first contentful paint', `${Math.round(paint)} ms`),
    told('largest contentful paint', `${Math.round(largest)} ms`),
    told('blocking time: what long tasks take beyond 50 ms', `${Math.round(blocked)} ms`),
  ];
}

interface Vitals {
  shift: number;
  paint: number;
  largest: number;
  blocked: number;
}

declare global {
  interface Window {
    vitals: Vitals;
  }
}

/** Runs in the page, before anything else does. */
function watchVitals(): void {
  const vitals: Vitals = { shift: 0, paint: 0, largest: 0, blocked: 0 };
  window.vitals = vitals;
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
    });
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as unknown as {
      value: number;
      hadRecentInput: boolean;
    };
    if (!hadRecentInput) vitals.shift += value;
  });
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') vitals.paint = startTime;
  });
  watch('largest-contentful-paint', ({ startTime }) => {
    vitals.largest = startTime;
  });
  watch('longtask', ({ duration }) => {
    vitals.blocked += Math.max(0, duration - 50);
  });
}
