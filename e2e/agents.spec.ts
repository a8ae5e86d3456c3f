import type { Page } from '@playwright/test';
import type { ThreadRef } from '../demo/worker-protocol.ts';
import { threadStreamKey } from '../lib/keys/thread-stream.ts';
import { feedOf, rowOf } from './base/board.ts';
import { type Leases, leasesOn, type OutsideLease } from './base/leases.ts';
import { PREFIX, type Stack } from './base/stack.ts';
import { expect, test } from './base/test.ts';

/** A thread of its own for each test: they share a deployment. */
function threadOf(leases: Leases, threadId: string) {
  const resourceId = 'acct_7';
  return { thread: { resourceId, threadId }, lease: leases.name(`${resourceId}\0${threadId}`) };
}

test('a queued message takes the lease over from the run before it', async ({
  board,
  leases,
  stack,
  startAgent,
}) => {
  const agent = await startAgent(stack, 'support-api');
  const { thread, lease } = threadOf(leases, 'order-1');
  const first = await agent.order({ does: 'send', ...thread, text: 'Where is it? [say 8000]' });
  await expect(rowOf(board, lease)).toContainText('support-api');
  await agent.order({ does: 'queue', ...thread, text: 'And the invoice? [say 2000]' });
  const handedOn = feedOf(board).getByRole('listitem').filter({ hasText: 'transferred' });
  await expect(handedOn.filter({ hasText: first.runId?.slice(0, 8) })).toBeVisible();
  await expect(rowOf(board, lease)).toHaveCount(0, { timeout: 15_000 });
});

test('a message sent through another process goes to the run that holds the thread', async ({
  board,
  leases,
  stack,
  startAgent,
}) => {
  const holder = await startAgent(stack, 'support-api');
  const other = await startAgent(stack, 'backoffice');
  const { thread, lease } = threadOf(leases, 'order-2');
  const woken = await holder.order({ does: 'send', ...thread, text: 'Hello [say 6000]' });
  await expect(rowOf(board, lease)).toContainText('support-api');
  const delivered = await other.order({ does: 'send', ...thread, text: 'One more [say 500]' });
  expect(delivered).toMatchObject({ action: 'deliver', runId: woken.runId });
  await expect(rowOf(board, lease)).toContainText('support-api');
});

test('a run that waits for a person is not called stuck', async ({
  board,
  leases,
  stack,
  startAgent,
}) => {
  const agent = await startAgent(stack, 'support-api');
  const { thread, lease } = threadOf(leases, 'refund-1');
  await agent.order({ does: 'send', ...thread, text: 'My money back [ask refund_order]' });
  await expect(rowOf(board, lease)).toContainText('Awaiting input');
});

test('a process that dies leaves its lease at risk, then free', async ({
  board,
  leases,
  stack,
  startAgent,
}) => {
  const agent = await startAgent(stack, 'doomed-import');
  const { thread, lease } = threadOf(leases, 'import-1');
  await agent.order({ does: 'send', ...thread, text: 'Import [tool run_report 60000]' });
  await expect(rowOf(board, lease)).toContainText('run_report');
  // Two renewals, so that the interval is known.
  await expect
    .poll(() => stack.redis.pttl(lease.redisKey), { intervals: [50] })
    .toBeLessThan(3_700);
  await expect
    .poll(() => stack.redis.pttl(lease.redisKey), { intervals: [50] })
    .toBeGreaterThan(4_500);
  await agent.kill();
  await expect(rowOf(board, lease)).toContainText('At risk');
  await expect(rowOf(board, lease)).toHaveCount(0);
  // It leaves a trace.
  await board.goto(`${stack.dashboard.url}/processes`);
  const card = board.getByRole('listitem').filter({ hasText: 'doomed-import' });
  await expect(card).toContainText('Gone', { timeout: 20_000 });
  await expect(card).toContainText('1 lease expired');
});

test('a lease deleted under a run shows the run that goes on without it', async ({
  page,
  leases,
  stack,
  startAgent,
  board,
}) => {
  const first = await startAgent(stack, 'support-api');
  const second = await startAgent(stack, 'backoffice');
  const { thread, lease } = threadOf(leases, 'order-3');
  await first.order({ does: 'send', ...thread, text: 'Slowly [tool run_report 40000]' });
  await expect(rowOf(board, lease)).toContainText('support-api');
  await leases.remove(lease);
  await second.order({ does: 'send', ...thread, text: 'Again [tool run_report 40000]' });
  await expect(rowOf(page, lease)).toContainText('Ghost run', { timeout: 40_000 });
});

test('what is wrong on a thread that nobody holds is on the list and on its page, with what to do', async ({
  page,
  leases,
  stack,
  startAgent,
  board,
}) => {
  test.setTimeout(120_000);
  const living = await startAgent(stack, 'support-api');
  const dying = await startAgent(stack, 'importer');
  const ghost = threadOf(leases, 'order-4');
  const lost = threadOf(leases, 'order-5');
  const needs = board.getByRole('region', { name: /^Needs attention/ }).getByRole('listitem');

  await living.order({ does: 'send', ...ghost.thread, text: 'Slowly [tool run_report 60000]' });
  await dying.order({ does: 'send', ...lost.thread, text: 'Import [tool run_report 60000]' });
  await expect(rowOf(board, ghost.lease)).toContainText('run_report');
  await expect(rowOf(board, lost.lease)).toContainText('run_report');
  await leases.remove(ghost.lease);
  await dying.kill();
  await living.order({ does: 'send', ...lost.thread, text: 'Into the void [say 50]' });

  const aboutGhost = needs.filter({ hasText: 'Ghost run' });
  await expect(aboutGhost).toContainText('Nobody holds order-4', { timeout: 30_000 });
  await expect(aboutGhost).toContainText('support-api');
  const aboutLost = needs.filter({ hasText: 'Lost messages' }).filter({ hasText: 'order-5' });
  await expect(aboutLost).toContainText('Send them again', { timeout: 45_000 });

  await aboutLost.getByRole('link', { name: 'Open' }).click();
  const matters = page.getByRole('region', { name: 'Pending messages' });
  await expect(matters).toContainText('1 message lost');
  await page.goto(`${stack.dashboard.url}${ghost.lease.path}`);
  await expect(matters).toContainText('works on this thread without the lease');
  await expect(matters).toContainText('let it finish or end its process');
});

test('a run that gets nowhere is silent within 2 s of the threshold; one in a tool or waiting for a person is not', async ({
  ownStack,
  signIn,
  startAgent,
  page,
}) => {
  test.setTimeout(120_000);
  const silentMs = 10_000;
  const stack = await ownStack({ env: { LEASEBOARD_SILENT_MS: String(silentMs) } });
  const leases = leasesOn(stack.redis);
  const agent = await startAgent(stack, 'support-api');
  const [hung, busy, parked] = ['hung', 'busy', 'parked'].map((id) => threadOf(leases, id));
  if (!hung || !busy || !parked) throw new Error('three threads');
  await agent.order({ does: 'send', ...busy.thread, text: 'Sum up [tool run_report 90000]' });
  await agent.order({ does: 'send', ...parked.thread, text: 'Money back [ask refund_order]' });
  await signIn(page, stack);
  await expect(rowOf(page, busy.lease)).toContainText('run_report');
  await expect(rowOf(page, parked.lease)).toContainText('Awaiting input');

  const silentAt = await watchFor(page, hung.lease, 'Silent');
  const everSilent = await Promise.all(
    [busy, parked].map(({ lease }) => watchFor(page, lease, 'Silent')),
  );
  await agent.order({ does: 'send', ...hung.thread, text: 'Weekly report [hang]' });
  await expect(rowOf(page, hung.lease)).toContainText('Silent', { timeout: 30_000 });
  // Tests and server share a machine, so its clock is Redis' clock.
  const late = ((await silentAt()) ?? 0) - ((await lastAt(stack, hung.thread)) + silentMs);
  expect(late).toBeGreaterThanOrEqual(0);
  expect(late).toBeLessThan(2_000);

  for (const { thread } of [busy, parked]) {
    const threshold = (await lastAt(stack, thread)) + silentMs + 2_000;
    await expect.poll(() => Date.now(), { timeout: 30_000 }).toBeGreaterThan(threshold);
  }
  expect(await Promise.all(everSilent.map((at) => at()))).toEqual([null, null]);
  await expect(rowOf(page, busy.lease)).toContainText('run_report');
  await expect(rowOf(page, parked.lease)).toContainText('Awaiting input');
});

/** Notes when a row first shows a text; asked later, it tells when, on the machine's clock. */
async function watchFor(page: Page, lease: OutsideLease, text: string) {
  const seen = await page.evaluateHandle(
    ([id, wanted]) => {
      const found: { at: number | null } = { at: null };
      const look = () => {
        const row = document.querySelector(`[role="row"][data-lease="${id}"]`);
        if (row?.textContent?.includes(wanted ?? '')) found.at ??= Date.now();
      };
      const options = { subtree: true, childList: true, characterData: true };
      new MutationObserver(look).observe(document.body, options);
      look();
      return found;
    },
    [lease.id, text],
  );
  return async () => (await seen.jsonValue()).at;
}

/** When the newest event of a thread was published. */
async function lastAt(stack: Stack, { resourceId, threadId }: ThreadRef): Promise<number> {
  const key = threadStreamKey(PREFIX, `${resourceId}\0${threadId}`);
  const [last] = await stack.redis.xrevrange(key, '+', '-', 'COUNT', 1);
  return Number(last?.[0].split('-')[0]);
}

test('all that a process holds is released from its card, each lease with its result', async ({
  board,
  leases,
  stack,
  startAgent,
}) => {
  const agent = await startAgent(stack, 'nightly-import');
  const held = ['nightly-1', 'nightly-2', 'nightly-3'].map((id) => threadOf(leases, id));
  for (const { thread } of held) {
    await agent.order({ does: 'send', ...thread, text: 'Import [tool run_report 60000]' });
  }
  await board.goto(`${stack.dashboard.url}/processes`);
  const card = board.getByRole('listitem').filter({ hasText: 'nightly-import' });
  await expect(card).toContainText('3 leases');
  await card.getByRole('button', { name: 'Release…' }).click();
  const dialog = board.getByRole('dialog', { name: 'Release 3 leases?' });
  await dialog.getByLabel('Reason').fill('the import ran twice');
  await dialog.getByLabel(/^Type/).fill('3');
  await dialog.getByRole('button', { name: 'Release 3 leases' }).click();
  await expect(dialog.getByText('done', { exact: true })).toHaveCount(3);
  for (const { lease } of held) expect(await leases.owner(lease)).toBeNull();
});
