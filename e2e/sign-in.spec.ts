import { expect, test } from './base/test.ts';

test('without a token there is nothing to see', async ({ page, stack, browserConsole }) => {
  browserConsole.expectErrors(/401/);
  for (const path of ['/', '/history', '/processes', '/audit', '/diagnostics', '/leases/bWE']) {
    await page.goto(`${stack.dashboard.url}${path}`);
    expect(new URL(page.url()).pathname).toBe('/sign-in');
  }
  for (const path of ['/api/leases', '/api/history', '/api/stream', '/api/leases/bWE']) {
    const response = await fetch(`${stack.dashboard.url}${path}`, { redirect: 'manual' });
    expect(response.status, path).toBe(401);
  }
});

test('a wrong token is refused, the right one signs in and leads back', async ({ page, stack }) => {
  await page.goto(`${stack.dashboard.url}/history`);
  await page.getByLabel('Token').fill('not-the-token-of-this-server');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Wrong token')).toBeVisible();
  await page.getByLabel('Token').fill(stack.dashboard.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/history');
});

test('the ready link signs in and leaves no token behind', async ({ page, stack }) => {
  await page.goto(stack.dashboard.signInUrl);
  await expect(page.getByLabel('Search leases')).toBeVisible();
  expect(page.url()).not.toContain(stack.dashboard.token);
});
