/**
 * The base of every end-to-end test: `import { expect, test } from './base/test.ts'`.
 *
 * A Playwright worker has one deployment (`stack`); a test gets a page that is signed in, leases
 * that are deleted behind it, and an API client. Tests that break their Redis or need other
 * settings start a deployment of their own with `ownStack`.
 */

import { test as base, expect, type Page, type TestInfo } from '@playwright/test';
import { WorkerProcess } from '../../demo/worker-process.ts';
import { type ConsoleGuard, guardConsole } from './console-guard.ts';
import { type Leases, leasesOn } from './leases.ts';
import { apiOf, launchStack, PREFIX, type Stack, type StackOptions } from './stack.ts';

export { expect };

/** Thread leases of test agents: what the usual 15 s and 5 s would show, in a third of the time. */
const SHORT_LEASES = {
  MASTRA_AGENT_THREAD_LEASE_TTL_MS: '5000',
  MASTRA_AGENT_THREAD_LEASE_RENEW_INTERVAL_MS: '1500',
};

interface TestFixtures {
  /** Leases on `stack`, deleted after the test. */
  leases: Leases;
  /** A request to the dashboard of `stack` with the operator's bearer token. */
  api(path: string, init?: RequestInit): Promise<Response>;
  /** Errors the test expects in the page's console. */
  browserConsole: ConsoleGuard;
  /** Starts a deployment for this test alone; it ends with the test. */
  ownStack(options?: StackOptions): Promise<Stack>;
  /** Starts a process with a real agent on a deployment; it ends with the test. */
  startAgent(stack: Stack, service: string): Promise<WorkerProcess>;
  /** Opens a page of a deployment, signed in as operator. */
  signIn(page: Page, stack: Stack): Promise<void>;
  /** The page, signed in to `stack` as operator and standing on the list of leases. */
  board: Page;
}

interface WorkerFixtures {
  stack: Stack;
  /**
   * A page signed in to `stack` that goes on from test to test, for tests that are many, short and
   * leave nothing behind.
   */
  lastingPage: Page;
}

/** Every page is guarded, whether a test asks for its console or not. */
const guards = new WeakMap<Page, ConsoleGuard>();

export const test = base.extend<TestFixtures, WorkerFixtures>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs.
    async ({}, use) => {
      const stack = await launchStack();
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker' },
  ],

  lastingPage: [
    async ({ browser, stack }, use) => {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      const guard = guardConsole(page);
      await enter(page, stack);
      await use(page);
      guard.check();
      await page.close();
    },
    { scope: 'worker' },
  ],

  leases: async ({ stack }, use) => {
    const leases = leasesOn(stack.redis);
    await use(leases);
    await leases.cleanUp();
  },

  api: async ({ stack }, use) => {
    await use(apiOf(stack));
  },

  page: async ({ page }, use) => {
    const guard = guardConsole(page);
    guards.set(page, guard);
    await use(page);
    guard.check();
  },

  browserConsole: async ({ page }, use) => {
    const guard = guards.get(page);
    if (!guard) throw new Error('this page has no console guard');
    await use(guard);
  },

  ownStack: async ({ context }, use, testInfo) => {
    const stacks: Stack[] = [];
    await use(async (options) => {
      const stack = await launchStack(options);
      stacks.push(stack);
      return stack;
    });
    // What a page says of a server that went away under it is nothing about the test that is over.
    const passed = testInfo.status === testInfo.expectedStatus;
    if (passed) await Promise.all(context.pages().map((page) => page.close()));
    for (const stack of stacks) {
      if (testInfo.status !== testInfo.expectedStatus) await attachLog(testInfo, stack);
      await stack.stop();
    }
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs.
  startAgent: async ({}, use) => {
    const agents: WorkerProcess[] = [];
    await use(async ({ redisUrl }, service) => {
      const setup = { redisUrl, prefix: PREFIX, service, host: 'test-host', version: '1.0.0' };
      const program = 'agent-worker.ts';
      const agent = await WorkerProcess.start({ program, setup, env: SHORT_LEASES });
      agents.push(agent);
      // The first run of a process compiles for seconds, in which it renews nothing.
      const warmUp = { resourceId: 'warm-up', threadId: service };
      await agent.order({ does: 'send', ...warmUp, text: 'Hello [say 50]' });
      return agent;
    });
    await Promise.all(agents.map((agent) => agent.kill()));
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs.
  signIn: async ({}, use) => {
    await use(enter);
  },

  board: async ({ page, stack, signIn }, use, testInfo) => {
    await signIn(page, stack);
    await use(page);
    if (testInfo.status !== testInfo.expectedStatus) await attachLog(testInfo, stack);
  },
});

async function enter(page: Page, { dashboard }: Stack): Promise<void> {
  await page.goto(dashboard.signInUrl);
  await page.waitForURL((url) => url.pathname === '/');
}

function attachLog(testInfo: TestInfo, stack: Stack): Promise<void> {
  return testInfo.attach('dashboard.log', { body: stack.log(), contentType: 'text/plain' });
}
