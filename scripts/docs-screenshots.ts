/** `npm run docs:screenshots`: the pictures of README and guide, taken from the demo. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { buildIfNeeded } from './build/production.ts';
import { launchDemo } from './demo/deployment.ts';
import { freePort } from './redis/launch.ts';
import { browserLaunchOptions, requireBrowser } from './system/browser.ts';

/** Until the demo has a hung run, a crash and some hand-overs to show. */
const WARM_UP_MS = 75_000;

const DESKTOP: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
const DARK: BrowserContextOptions = { ...DESKTOP, colorScheme: 'dark' };
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true };

interface Picture {
  name: string;
  options: BrowserContextOptions;
  /** The page it shows; the list of leases when absent. */
  path?: (page: Page) => Promise<string | null>;
}

const PICTURES: readonly Picture[] = [
  { name: 'leases', options: DESKTOP },
  { name: 'leases-dark', options: DARK },
  { name: 'leases-phone', options: PHONE },
  { name: 'lease', options: DESKTOP, path: firstLease },
  ...['history', 'processes', 'diagnostics'].map((name) => ({
    name,
    options: DESKTOP,
    path: async () => `/${name}`,
  })),
];

const root = process.cwd();
const folder = join(root, 'docs/images');
requireBrowser();
buildIfNeeded(root);
mkdirSync(folder, { recursive: true });
const demo = await launchDemo({
  root,
  prefix: 'mastra:topic',
  port: await freePort(),
  onLine: () => {},
});
const browser = await chromium.launch(browserLaunchOptions());
try {
  console.log(`Letting the demo run for ${WARM_UP_MS / 1000} s …`);
  await delay(WARM_UP_MS);
  for (const { name, options, path } of PICTURES) {
    const context = await browser.newContext({
      deviceScaleFactor: 2,
      reducedMotion: 'reduce',
      ...options,
    });
    const page = await context.newPage();
    await page.goto(demo.dashboard.signInUrl);
    await page.getByRole('row').nth(1).waitFor();
    const to = await path?.(page);
    if (to) await page.goto(`${demo.dashboard.url}${to}`);
    // Fonts, the first message of the stream, and bars that move.
    await delay(2_000);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    console.log(`docs/images/${name}.png`);
    await context.close();
  }
} finally {
  await browser.close();
  await demo.stop();
}

/** The one that needs attention most. */
function firstLease(page: Page): Promise<string | null> {
  return page.locator('[data-row-link]').first().getAttribute('href');
}
