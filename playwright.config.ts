import { defineConfig, devices } from '@playwright/test';
import { browserLaunchOptions } from './scripts/system/browser.ts';

/**
 * End-to-end tests on the production build. Every worker has a Redis, a dashboard and (where a test
 * asks for them) worker processes of its own, so files run side by side.
 */
export default defineConfig({
  testDir: 'e2e',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 3,
  fullyParallel: false,
  // A machine that builds for others can starve a test; what passed only then is named as flaky.
  retries: process.env.CI === undefined ? 0 : 1,
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    launchOptions: browserLaunchOptions(),
    screenshot: 'only-on-failure',
  },
});
