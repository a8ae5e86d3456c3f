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

test('guesses from one machine under many claimed addresses are slowed, and lock nobody out', async ({
  stack,
}) => {
  const ask = (token: string, claimed: string) =>
    fetch(`${stack.dashboard.url}/api/leases`, {
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': claimed },
    });
  const statuses: number[] = [];
  for (let n = 0; n < 40; n++) {
    statuses.push((await ask(`guess-number-${n}`, `198.51.100.${n}`)).status);
  }
  // Ten, less those that other tests of this stack have used up.
  const looked = statuses.filter((status) => status === 401);
  expect(looked.length).toBeGreaterThan(0);
  expect(looked.length).toBeLessThanOrEqual(10);
  expect(statuses.at(-1)).toBe(429);
  expect((await ask(stack.dashboard.token, '198.51.100.1')).status).toBe(200);
});

test('a link on another site does not sign in, nor does a HEAD', async ({ stack }) => {
  const link = stack.dashboard.signInUrl;
  const crossSite = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
  for (const init of [{ headers: crossSite }, { method: 'HEAD' }]) {
    const response = await fetch(link, { ...init, redirect: 'manual' });
    expect(response.status).toBe(303);
    expect(response.headers.get('set-cookie')).toBeNull();
  }
});
