import { expect, test } from './base/test.ts';

test('an operator switches keyspace events on, and the page stops sampling', async ({
  page,
  ownStack,
  signIn,
}) => {
  const stack = await ownStack({ events: '' });
  await signIn(page, stack);
  await page.goto(`${stack.dashboard.url}/diagnostics`);
  await page.getByRole('button', { name: 'Switch events on…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Switch keyspace events on?' });
  await dialog.getByLabel(/^Why/).fill('changes are seen late');
  await dialog.getByRole('button', { name: 'Switch events on' }).click();
  await expect(dialog).toContainText('Switched on.');
  await dialog.getByRole('button', { name: 'Close' }).click();
  const [, flags] = (await stack.redis.config('GET', 'notify-keyspace-events')) as string[];
  for (const flag of 'Kg$x') expect(flags).toContain(flag);
  const trust = page.getByRole('region', { name: 'How far this page can be trusted' });
  await expect(trust.getByRole('button', { name: /^Events/ })).toBeVisible({ timeout: 30_000 });
  await page.goto(`${stack.dashboard.url}/audit`);
  await expect(page.getByRole('listitem').filter({ hasText: 'Switch events on' })).toContainText(
    'changes are seen late',
  );
  await page.close();
});
