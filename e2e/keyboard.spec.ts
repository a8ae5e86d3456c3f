import type { Page } from '@playwright/test';
import { rowOf } from './base/board.ts';
import { expect, test } from './base/test.ts';

test('by keyboard alone from the door to a stopped run, the focus in sight all the way', async ({
  page,
  leases,
  stack,
  startAgent,
}) => {
  test.setTimeout(120_000);
  const agent = await startAgent(stack, 'support-api');
  const lease = leases.name('acct_9\0keyboard-walk');
  const thread = { resourceId: 'acct_9', threadId: 'keyboard-walk' };
  await agent.order({ does: 'send', ...thread, text: 'Take your time [say 90000]' });
  await page.goto(stack.dashboard.url);
  const { keyboard } = page;

  await expect(page.getByLabel('Token')).toBeFocused();
  await expectFocusInSight(page);
  await keyboard.type(stack.dashboard.token);
  await keyboard.press('Tab');
  await expectFocusInSight(page);
  await keyboard.type('Kim');
  await keyboard.press('Enter');

  const row = rowOf(page, lease);
  await expect(row).toBeVisible();
  // The row came with the page; keys are heard a moment later.
  await expect(async () => {
    await keyboard.press('/');
    await expect(page.getByLabel('Search leases')).toBeFocused({ timeout: 500 });
  }).toPass();
  await expectFocusInSight(page);
  await keyboard.type('keyboard-walk');
  await keyboard.press('Escape');
  await keyboard.press('Tab');
  await expectFocusInSight(page);
  await keyboard.press('j');
  await expect(row).toBeFocused();
  await expectFocusInSight(page);

  await keyboard.press('Enter');
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('heading', { name: 'keyboard-walk' })).toBeVisible();
  await expectFocusInSight(page);
  // The key that opened it, pressed once more, does not close it.
  await keyboard.press('Enter');
  await expect(drawer).toBeVisible();
  await keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(row).toBeFocused();

  await keyboard.press('s');
  const dialog = page.getByRole('dialog', { name: /^Stop the run/ });
  await expect(dialog.getByLabel(/^Reason/)).toBeFocused();
  await expectFocusInSight(page);
  await keyboard.type('does not answer');
  await keyboard.press('Tab');
  await expectFocusInSight(page);
  await keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Stop run' })).toBeFocused();
  await expectFocusInSight(page);
  await keyboard.press('Enter');
  await expect(dialog).toContainText('Stopped: the run was aborted');
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  await expectFocusInSight(page);
  await keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expectFocusKept(page);
  await expect.poll(() => leases.owner(lease)).toBeNull();
});

/** The focus stays on the page when what had it is gone: the next key means what it says there. */
async function expectFocusKept(page: Page): Promise<void> {
  const focused = page.evaluate(() => document.activeElement?.tagName);
  expect(await focused).not.toBe('BODY');
}

/** What has the focus is on screen and shows it, by an outline or a ring. */
async function expectFocusInSight(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const focused = document.activeElement;
        if (!focused || focused === document.body) return 'nothing has the focus';
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(focused);
        const marked = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
        const { top, bottom, left, right } = focused.getBoundingClientRect();
        const inside =
          bottom > 0 && top < window.innerHeight && right > 0 && left < window.innerWidth;
        if (!marked) return `no mark on ${focused.outerHTML.slice(0, 120)}`;
        return inside ? 'in sight' : `off screen: ${focused.outerHTML.slice(0, 120)}`;
      }),
    )
    .toBe('in sight');
}
