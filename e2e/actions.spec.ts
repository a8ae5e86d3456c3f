import type { Locator, Page } from '@playwright/test';
import { WorkerProcess } from '../demo/worker-process.ts';
import type { ListedLease } from '../lib/board/listed-lease.ts';
import { rowOf, search } from './base/board.ts';
import { type HolderProcess, type HolderSetup, startHolder } from './base/holder-process.ts';
import type { OutsideLease } from './base/leases.ts';
import { PREFIX, type Stack } from './base/stack.ts';
import { test as base, expect } from './base/test.ts';

const test = base.extend<{
  /** Starts a process that holds leases with our library; it ends with the test. */
  holder(setup: Partial<HolderSetup> & { name: string }): Promise<HolderProcess>;
  /** Starts a process with a real agent whose leases outlast a slow machine; it ends with the test. */
  agent(service: string): Promise<WorkerProcess>;
}>({
  agent: async ({ stack }, use) => {
    const agents: WorkerProcess[] = [];
    await use(async (service) => {
      const { redisUrl } = stack;
      const started = await WorkerProcess.start({
        program: 'agent-worker.ts',
        setup: { redisUrl, prefix: PREFIX, service, host: 'test-host', version: '1.0.0' },
        env: {
          MASTRA_AGENT_THREAD_LEASE_TTL_MS: '40000',
          MASTRA_AGENT_THREAD_LEASE_RENEW_INTERVAL_MS: '2000',
        },
      });
      agents.push(started);
      return started;
    });
    for (const started of agents) await started.kill();
  },

  holder: async ({ stack }, use) => {
    const holders: HolderProcess[] = [];
    await use(async (setup) => {
      const { redisUrl } = stack;
      const usual = { prefix: PREFIX, keys: [], ttlMs: 30_000, adopts: 'nothing' } as const;
      const started = await startHolder({ redisUrl, ...usual, ...setup });
      holders.push(started);
      return started;
    });
    for (const started of holders) await started.kill();
  },
});

// Each test starts processes of its own.
test.describe.configure({ timeout: 120_000 });

/** Opens a lease's page and the dialog of one act. */
async function openAct(
  page: Page,
  stack: Stack,
  lease: OutsideLease,
  act: string,
): Promise<Locator> {
  await page.goto(`${stack.dashboard.url}${lease.path}`);
  await page.getByRole('button', { name: act }).click();
  return page.getByRole('dialog');
}

/** Says why, and does it. */
async function confirm(dialog: Locator, button: string | RegExp): Promise<void> {
  await dialog.getByLabel('Reason').fill('end-to-end test');
  await dialog.getByRole('button', { name: button, exact: true }).click();
}

test.describe('stop', () => {
  test('a run that works: asked, aborted, lease gone, in the audit', async ({
    board,
    stack,
    leases,
    agent: start,
  }) => {
    const agent = await start('support-api');
    const thread = { resourceId: 'acts', threadId: 'working' };
    const lease = leases.name('acts\0working');
    await agent.order({ does: 'send', ...thread, text: 'Slowly please [say 100000]' });
    const dialog = await openAct(board, stack, lease, 'Stop run…');
    await confirm(dialog, 'Stop run');
    await expect(dialog.getByText('Stopped: the run was aborted')).toBeVisible();
    expect(await leases.owner(lease)).toBeNull();
    await dialog.getByRole('link', { name: 'Show in audit log' }).click();
    await expect(board.getByText('end-to-end test')).toBeVisible();
    // Its page tells who did it and why, and still knows the process that it was.
    await board.goto(`${stack.dashboard.url}${lease.path}`);
    const log = board.getByRole('region', { name: 'Events' });
    const end = log.getByRole('listitem').filter({ hasText: 'released' });
    await expect(end).toContainText('Stop run');
    await expect(end).toContainText('end-to-end test');
    await expect(end.getByRole('link', { name: 'Show in audit log' })).toBeVisible();
    const hold = board.getByRole('row').filter({ hasText: 'released' });
    await expect(hold).toContainText('support-api');
  });

  test('a run in a tool that ignores it: says that the tool may work on', async ({
    board,
    stack,
    leases,
    agent: start,
  }) => {
    const agent = await start('ledger-export');
    const thread = { resourceId: 'acts', threadId: 'deaf' };
    const lease = leases.name('acts\0deaf');
    await agent.order({ does: 'send', ...thread, text: 'All of it [deaf export_ledger 100000]' });
    await expect(rowOf(board, lease)).toContainText('export_ledger');
    const dialog = await openAct(board, stack, lease, 'Stop run…');
    await expect(dialog.getByText('It is inside export_ledger')).toBeVisible();
    await confirm(dialog, 'Stop run');
    await expect(
      dialog.getByText(/Tool export_ledger .*(may work on|still publishing)/),
    ).toBeVisible();
  });

  test('a run that waits for a person: warns before, explains after', async ({
    board,
    stack,
    leases,
    agent: start,
  }) => {
    const agent = await start('support-api');
    const thread = { resourceId: 'acts', threadId: 'parked' };
    const lease = leases.name('acts\0parked');
    await agent.order({ does: 'send', ...thread, text: 'Money back [ask refund_order]' });
    await expect(rowOf(board, lease)).toContainText('Awaiting input');
    const dialog = await openAct(board, stack, lease, 'Stop run…');
    await expect(dialog.getByText('This run is suspended')).toBeVisible();
    await confirm(dialog, 'Stop run');
    await expect(dialog.getByText('The run waits for a person')).toBeVisible({ timeout: 15_000 });
    expect(await leases.owner(lease)).not.toBeNull();
  });
});

test.describe('release', () => {
  test('a dead owner: a plain confirmation frees it', async ({
    board,
    stack,
    leases,
    api,
    agent: start,
  }) => {
    const agent = await start('importer');
    const thread = { resourceId: 'acts', threadId: 'dead' };
    const lease = leases.name('acts\0dead');
    await agent.order({ does: 'send', ...thread, text: 'Import [tool run_report 60000]' });
    await expect(rowOf(board, lease)).toContainText('run_report');
    // A third of the TTL is taken for granted until some renewals were seen.
    await expect
      .poll(async () => {
        const response = await api(`/api/leases/${lease.id}`);
        return ((await response.json()) as ListedLease).renewEveryMs;
      })
      .toBeLessThan(4_000);
    await agent.kill();
    await expect(rowOf(board, lease)).toContainText('At risk', { timeout: 30_000 });
    const dialog = await openAct(board, stack, lease, 'Release…');
    await expect(dialog.getByText('which no longer renews it')).toBeVisible();
    await expect(dialog.getByText('to confirm')).toHaveCount(0);
    await confirm(dialog, 'Release');
    await expect(dialog.getByText('Released: the thread is free.')).toBeVisible();
    expect(await leases.owner(lease)).toBeNull();
  });

  test('a living owner: warns, and wants the thread id typed', async ({
    board,
    stack,
    leases,
    holder,
  }) => {
    await holder({ name: 'living', keys: ['acts\0living'] });
    const lease = leases.name('acts\0living');
    const dialog = await openAct(board, stack, lease, 'Release…');
    await expect(dialog.getByText('This does not stop the run')).toBeVisible();
    await dialog.getByLabel('Reason').fill('end-to-end test');
    const release = dialog.getByRole('button', { name: 'Release', exact: true });
    await expect(release).toBeDisabled();
    await dialog.getByLabel(/^Type/).fill('living');
    await release.click();
    await expect(dialog.getByText('Released: the thread is free.')).toBeVisible();
  });

  test('the owner changes while the dialog is open: it says so and does nothing', async ({
    board,
    stack,
    leases,
  }) => {
    const lease = await leases.set('acts\0changing', 'run-before');
    const dialog = await openAct(board, stack, lease, 'Release…');
    await dialog.getByLabel('Reason').fill('end-to-end test');
    await dialog.getByLabel(/^Type/).fill('changing');
    await expect(dialog.getByRole('button', { name: 'Release', exact: true })).toBeEnabled();
    await leases.set('acts\0changing', 'run-after');
    await expect(dialog.getByText('The owner has changed')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Release', exact: true })).toBeDisabled();
    expect(await leases.owner(lease)).toBe('run-after');
  });
});

test('the owner changes of a lease that is not in the list: the dialog says so all the same', async ({
  board,
  stack,
  leases,
}) => {
  const lease = await leases.set('acts\0elsewhere', 'run-before');
  await board.goto(`${stack.dashboard.url}/?q=owner:nobody-at-all&lease=${lease.id}`);
  await board.getByRole('button', { name: 'Release…' }).click();
  const dialog = board.getByRole('dialog').filter({ hasText: 'Reason' });
  await dialog.getByLabel('Reason').fill('end-to-end test');
  await dialog.getByLabel(/^Type/).fill('elsewhere');
  const release = dialog.getByRole('button', { name: 'Release', exact: true });
  await expect(release).toBeEnabled();
  await leases.set('acts\0elsewhere', 'run-after');
  await expect(dialog.getByText('The owner has changed')).toBeVisible();
  await expect(release).toBeDisabled();
  await leases.remove(lease);
  await expect(dialog.getByRole('alert')).toContainText('free');
});

test.describe('transfer', () => {
  test('between two processes of our library: handed over and adopted', async ({
    board,
    stack,
    leases,
    holder,
  }) => {
    await holder({ name: 'first', keys: ['job-to-move'] });
    await holder({ name: 'second', adopts: 'offers' });
    const lease = leases.name('job-to-move');
    leases.name('second:own-work');
    const dialog = await openAct(board, stack, lease, 'Transfer…');
    await dialog.getByLabel(/second/).check();
    await confirm(dialog, 'Transfer');
    await expect(dialog.getByText('Transferred and adopted.')).toBeVisible();
    expect(await leases.owner(lease)).toBe('second');
  });

  test('to one that dies before it adopts: says so, and when it is free', async ({
    board,
    stack,
    leases,
    holder,
  }) => {
    await holder({ name: 'from', keys: ['job-to-lose'] });
    const dying = await holder({ name: 'dying', adopts: 'announced' });
    leases.name('dying:own-work');
    const lease = leases.name('job-to-lose');
    const dialog = await openAct(board, stack, lease, 'Transfer…');
    await dialog.getByLabel(/dying/).check();
    await dying.kill();
    await confirm(dialog, 'Transfer');
    await expect(dialog.getByText('Transferred but not adopted')).toBeVisible({ timeout: 15_000 });
    await expect(dialog.getByText(/it is free in \d+ s/)).toBeVisible();
    expect(await leases.owner(lease)).toBe('dying');
  });
});

test('who came by the ready link is asked for a name once, and the audit keeps it', async ({
  board,
  stack,
  leases,
}) => {
  const first = await leases.set('acts\0nameless', 'run-1');
  const dialog = await openAct(board, stack, first, 'Release…');
  await dialog.getByLabel(/to confirm/).fill('nameless');
  await dialog.getByLabel('Your name').fill('Kim of the night shift');
  await confirm(dialog, 'Release');
  await expect(dialog.getByText('Released: the thread is free.')).toBeVisible();
  await dialog.getByRole('link', { name: 'Show in audit log' }).click();
  await board.waitForURL(/\/audit/);
  const entry = board.getByRole('listitem').filter({ hasText: 'Kim of the night shift' });
  await expect(entry).toHaveCount(1);
  const second = await leases.set('acts\0named', 'run-2');
  const again = await openAct(board, stack, second, 'Release…');
  await expect(again.getByLabel('Reason')).toBeVisible();
  await expect(again.getByLabel('Your name')).toHaveCount(0);
});

test('hold keeps a thread free of runs, by name and for a time, until it is ended', async ({
  board,
  stack,
  leases,
}) => {
  const lease = await leases.set('acts\0held', 'run-1');
  const dialog = await openAct(board, stack, lease, 'Put on hold…');
  await expect(dialog.getByText('during the hold are lost')).toBeVisible();
  // Its owner seems to live, as far as is known: as much care as for a release.
  await dialog.getByLabel('Reason').fill('end-to-end test');
  await expect(dialog.getByRole('button', { name: 'Put on hold', exact: true })).toBeDisabled();
  await dialog.getByLabel(/to confirm/).fill('held');
  await confirm(dialog, 'Put on hold');
  await expect(dialog.getByText('On hold: no process can acquire this thread')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(await leases.owner(lease)).toContain('leaseboard-hold:');
  const ending = await openAct(board, stack, lease, 'End hold…');
  await confirm(ending, 'End hold');
  await expect(ending.getByText('Hold ended')).toBeVisible();
  expect(await leases.owner(lease)).toBeNull();
});

test("a killed process' 200 leases are freed in one act, with a record of its own", async ({
  board,
  stack,
  leases,
  holder,
}) => {
  const keys = Array.from({ length: 200 }, (_, at) => `fleet-${at}`);
  const process = await holder({ name: 'fleet-owner', keys, ttlMs: 120_000 });
  for (const key of keys) leases.name(key);
  await process.kill();
  await search(board, 'owner:fleet-owner');
  await expect(board.getByText(/200/).first()).toBeVisible();
  await board.getByRole('button', { name: 'Select all 200' }).click();
  await board.getByRole('button', { name: 'Release…' }).click();
  const dialog = board.getByRole('dialog');
  await expect(dialog.getByText('Release 200 leases?')).toBeVisible();
  await dialog.getByLabel('Reason').fill('end-to-end test');
  const typed = dialog.getByLabel(/^Type/);
  if (await typed.isVisible()) await typed.fill('200');
  await dialog.getByRole('button', { name: 'Release 200 leases' }).click();
  await dialog.getByRole('link', { name: 'Show in audit log' }).click();
  await expect(board.getByText('end-to-end test').first()).toBeVisible();
  await expect.poll(() => stack.redis.keys(`${PREFIX}:lease:fleet-[0-9]*`)).toEqual([]);
});
