import { visibleString } from '../components/text/visible-text.ts';
import { parseLeaseKey } from '../lib/keys/lease-key.ts';
import { HUGE_OWNER_BYTES, NASTY_OWNERS, nastyKeys } from '../lib/keys/testing/nasty-keys.ts';
import { textOf } from '../lib/keys/text.ts';
import { releaseOver } from './base/actions.ts';
import { openLease, rowOf, search } from './base/board.ts';
import { expect, test } from './base/test.ts';

const CASES = nastyKeys().map((bytes, n) => ({
  bytes,
  text: textOf(bytes),
  owner: NASTY_OWNERS[n % NASTY_OWNERS.length] ?? '',
}));

for (const { bytes, text, owner } of CASES) {
  test(`${visibleString(text)} is listed, opened, found, released and kept`, async ({
    lastingPage: page,
    stack,
    leases,
    api,
  }) => {
    await page.goto(stack.dashboard.url);
    const lease = await leases.set(bytes, owner);
    const title = visibleString(parseLeaseKey(text).title);
    await expect(rowOf(page, lease)).toContainText(title);

    await search(page, `"${searchable(text)}"`);
    await expect(rowOf(page, lease)).toBeVisible();

    await openLease(page, lease);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title);

    const answer = await releaseOver(api, lease, owner, 'end of the test');
    expect(answer).toMatchObject({ outcome: 'done' });
    expect(await leases.owner(lease)).toBeNull();

    const history = await api(`/api/history?lease=${lease.id}&limit=2`);
    expect((await history.json()).entries[0]).toMatchObject({
      key: text,
      event: 'released',
      from: owner,
      reason: 'end of the test',
    });
  });
}

test('what is no lease of ours is shown as what it is', async ({ board, leases, stack }) => {
  const hash = leases.name('a hash');
  await stack.redis.hset(hash.redisKey, 'field', 'value');
  const huge = await leases.set('huge owner', 'x'.repeat(HUGE_OWNER_BYTES));
  const forever = await leases.set('without expiry', 'owner-of-old', null);

  // No event tells of a hash with the flags we ask for: the next reconcile finds it.
  await expect(rowOf(board, hash)).toContainText('Unreadable', { timeout: 30_000 });
  await expect(rowOf(board, huge)).toBeVisible();
  await expect(rowOf(board, forever)).toContainText('no expiry');
  await expect(rowOf(board, forever)).not.toContainText('-1');
});

/** A piece of the key that can stand between quotes in a search. */
function searchable(text: string): string {
  const pieces = text.split(/["\\\p{C}]+/u).filter((piece) => piece.trim() !== '');
  return pieces.sort((a, b) => b.length - a.length)[0] ?? text;
}
