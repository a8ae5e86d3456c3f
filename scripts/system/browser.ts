/** Finds the Chromium that the end-to-end tests and the screenshots run in. */

import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { aptInstall } from './apt.ts';
import { exitMissing } from './missing.ts';

/** Debian's Chromium without the parts that draw windows of its own. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** Best first. */
const SYSTEM_BROWSERS = [
  HEADLESS_SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** What keeps a system browser quiet and able to run in a container. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Options for Playwright's `launch`: its own browser where installed, else the system's. */
export function browserLaunchOptions(): { executablePath?: string; args: string[] } {
  return { executablePath: ownBrowser() ? undefined : systemBrowser(), args: ARGS };
}

/**
 * Makes sure that there is a browser; installs Debian's where that needs no asking. Ends the
 * process with instructions where it cannot.
 */
export function requireBrowser(): void {
  const found = () => ownBrowser() || systemBrowser() !== undefined;
  if (existsSync(HEADLESS_SHELL) || ownBrowser()) return;
  if (aptInstall('chromium-headless-shell') && found()) return;
  if (found() || (aptInstall('chromium') && found())) return;
  exitMissing({
    what: 'No Chromium found for the end-to-end tests.',
    ways: {
      Debian: 'sudo apt-get install -y chromium-headless-shell',
      'any other': 'npx playwright install --with-deps chromium',
    },
  });
}

function ownBrowser(): boolean {
  return existsSync(chromium.executablePath());
}

function systemBrowser(): string | undefined {
  return SYSTEM_BROWSERS.find((path) => existsSync(path));
}
