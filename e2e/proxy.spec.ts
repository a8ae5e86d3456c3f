/** The dashboard behind nginx and Caddy with TLS, as the guide configures them. */

import { PROXIES, requireProxies } from '../scripts/system/proxies.ts';
import { rowOf } from './base/board.ts';
import { leasesOn } from './base/leases.ts';
import { launchProxy, type ReverseProxy } from './base/proxy.ts';
import { expect, test } from './base/test.ts';

test.use({ ignoreHTTPSErrors: true });
test.beforeAll(() => requireProxies());

let proxy: ReverseProxy | null = null;
test.afterEach(async ({ page }) => {
  // What a page says of a proxy that went away under it is nothing about the test.
  await page.close();
  await proxy?.stop();
  proxy = null;
});

for (const basePath of ['', '/ops/leases']) {
  for (const name of PROXIES) {
    test(`${name} with TLS under ${basePath || '/'}: sign-in, pages, stream, actions`, async ({
      page,
      context,
      ownStack,
    }) => {
      const stack = await ownStack({ env: { LEASEBOARD_BASE_PATH: basePath } });
      const { token, url } = stack.dashboard;
      proxy = await launchProxy(name, { upstreamPort: Number(new URL(url).port), basePath });
      const home = `${proxy.origin}${basePath}`;

      await page.goto(`${home}/history`);
      await page.getByLabel('Token').fill(token);
      await page.getByLabel('Your name').fill('Ada');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(`${home}/history`);
      const cookies = await context.cookies();
      expect(cookies.filter(({ httpOnly }) => httpOnly)).toMatchObject([
        { secure: true, sameSite: 'Lax' },
      ]);

      for (const path of ['/processes', '/audit', '/diagnostics', '']) {
        const response = await page.goto(`${home}${path}`);
        expect(response?.status()).toBe(200);
        expect(response?.headers()).toMatchObject({
          'strict-transport-security': 'max-age=15552000',
          'content-security-policy': expect.stringContaining("script-src 'nonce-"),
          'cross-origin-opener-policy': 'same-origin',
        });
      }

      // It arrives over the stream: nothing else asks while the page is open.
      const leases = leasesOn(stack.redis);
      const lease = await leases.set('order-8812', 'worker-1', 600_000);
      await expect(rowOf(page, lease)).toBeVisible();
      await rowOf(page, lease).getByRole('link').first().click();
      await page.goto(`${home}${lease.path}`);
      await page.getByRole('button', { name: 'Release…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Reason').fill('behind a proxy');
      await dialog.getByLabel(/^Type/).fill('order-8812');
      await dialog.getByRole('button', { name: 'Release', exact: true }).click();
      await expect.poll(() => leases.owner(lease)).toBeNull();

      await page.goto(home);
      await page.getByRole('link', { name: 'History' }).first().click();
      await page.waitForURL(`${home}/history`);
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByText('Sign out').click();
      await page.waitForURL(`${home}/sign-in`);
    });
  }
}
