import { expect, test } from './base/test.ts';

test('an operator switches keyspace events on, and the page stops sampling', async ({
  page,
  ownStack,
  signIn,
}) => {
  const stack = await ownStack({ events: '' });
  await signIn(page, stack);
  await page.goto(`${stack.dashboard.url}/diagnostics`);
  await page.getByRole('button', { name: 'Enable events…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enable keyspace events?' });
  await dialog.getByLabel(/^Reason/).fill('changes are seen late');
  await dialog.getByRole('button', { name: 'Enable events' }).click();
  await expect(dialog).toContainText('Enabled.');
  await dialog.getByRole('button', { name: 'Close' }).click();
  const [, flags] = (await stack.redis.config('GET', 'notify-keyspace-events')) as string[];
  for (const flag of 'Kg$x') expect(flags).toContain(flag);
  const trust = page.getByRole('region', { name: 'How far this page can be trusted' });
  await expect(trust.getByRole('button', { name: /^Events/ })).toBeVisible({ timeout: 30_000 });
  await page.goto(`${stack.dashboard.url}/audit`);
  await expect(page.getByRole('listitem').filter({ hasText: 'Enable events' })).toContainText(
    'changes are seen late',
  );
  await page.close();
});
