import { feedOf, rowOf } from './base/board.ts';
import type { Leases } from './base/leases.ts';
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
  const handedOn = feedOf(board).getByRole('listitem').filter({ hasText: 'handed on' });
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
  await expect(rowOf(board, lease)).toContainText('Waiting for a person');
});

test('a process that dies leaves its lease at risk, then free', async ({
  board,
  leases,
  stack,
  startAgent,
}) => {
  const agent = await startAgent(stack, 'importer');
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
  await expect(rowOf(page, lease)).toContainText('Second run', { timeout: 40_000 });
});
