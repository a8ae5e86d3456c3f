import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchDashboard } from '../scripts/dashboard/launch.ts';
import { rowOf } from './base/board.ts';
import { leasesOn } from './base/leases.ts';
import { expect, test } from './base/test.ts';

test('a new version is told, and reloading is left to the reader', async ({
  page,
  ownStack,
  signIn,
  browserConsole,
}) => {
  browserConsole.expectErrors(/ERR_|50\d/);
  const stack = await ownStack();
  await signIn(page, stack);
  const bar = page.getByText('A new version of this dashboard is running');
  await expect(page.getByText('No leases', { exact: true })).toBeVisible();
  await expect(bar).toBeHidden();

  const newer = copyOfBuild('0123456789abcdef');
  await stack.dashboard.stop();
  const dashboard = await launchDashboard({
    root: newer,
    port: Number(new URL(stack.dashboard.url).port),
    token: stack.dashboard.token,
    env: { ...process.env, REDIS_URL: stack.redisUrl },
    onLine: () => {},
  });
  try {
    await expect(bar).toBeVisible({ timeout: 20_000 });
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByText('No leases', { exact: true })).toBeVisible();
    await expect(bar).toBeHidden();
    // The first lease of an empty list is shown as any other.
    const first = await leasesOn(stack.redis).set('acct_1\0the first', 'run-1');
    await expect(rowOf(page, first)).toBeVisible();
    await page.goto('about:blank');
  } finally {
    await dashboard.stop();
    rmSync(newer, { recursive: true, force: true });
  }
});

test('a search without a match says how many there are, and leads back to them', async ({
  board,
  leases,
}) => {
  const lease = await leases.set('acct_1\0there', 'run-1');
  await expect(rowOf(board, lease)).toBeVisible();
  await board.getByLabel('Search leases').fill('nothing is called like this');
  await expect(board.getByText('No lease matches')).toBeVisible();
  await board.getByRole('button', { name: 'Show all' }).click();
  await expect(rowOf(board, lease)).toBeVisible();
});

test('a Redis that may not be read says so, holds to it, and names what is lacking', async ({
  page,
  ownStack,
  signIn,
}) => {
  const rights = 'default on nopass ~* &* +@all -scan -get -mget'.split(' ');
  const stack = await ownStack({ redisArgs: ['--user', ...rights] });
  await signIn(page, stack);
  const banner = page.getByText('Redis does not allow this dashboard to read leases');
  await expect(banner).toBeVisible();
  await expect(page.getByText('Nothing needs attention.')).toBeHidden();
  // Each attempt to observe begins with a connection that is fine.
  for (let looks = 0; looks < 20; looks++) {
    await page.waitForTimeout(150);
    expect(await banner.isVisible()).toBe(true);
  }
  await page.getByRole('link', { name: 'Missing permissions' }).click();
  await expect(page.getByText('default is missing permission for get, mget, scan')).toBeVisible();

  await stack.redis.call('ACL', 'SETUSER', 'default', '+@all');
  await expect(banner).toBeHidden();
  const leases = leasesOn(stack.redis);
  const lease = await leases.set('acct_1\0readable', 'run-1');
  await page.getByRole('link', { name: 'Leases' }).first().click();
  await expect(rowOf(page, lease)).toBeVisible();
});

test('without events and tracking changes are sampled, and the page says how to do better', async ({
  page,
  ownStack,
  signIn,
}) => {
  const rights = 'default on nopass ~* &* +@all -config -client|tracking'.split(' ');
  const stack = await ownStack({ events: '', redisArgs: ['--user', ...rights] });
  await signIn(page, stack);
  await expect(page.getByText('This Redis sends no events')).toBeVisible();
  const lease = await leasesOn(stack.redis).set('acct_1\0sampled', 'run-1');
  await expect(rowOf(page, lease)).toBeVisible();
  await page.getByRole('link', { name: 'Why, and how' }).click();
  await expect(page.getByText('CONFIG SET notify-keyspace-events Kg$xe')).toBeVisible();
});

test('with Redis away nothing is called free or well, on any page', async ({
  page,
  ownStack,
  signIn,
  browserConsole,
}) => {
  browserConsole.expectErrors(/50\d/);
  const stack = await ownStack();
  const leases = leasesOn(stack.redis);
  const unseen = leases.name('acct_1\0never seen');
  await signIn(page, stack);
  await expect(page.getByText('Nothing needs attention.')).toBeVisible();
  await stack.stopRedis();
  await expect(page.getByText('Redis has not responded')).toBeVisible();
  await expect(page.getByText('Nothing needs attention.')).toBeHidden();
  for (const path of ['/', '/history', '/processes', '/audit', '/diagnostics', unseen.path]) {
    const response = await page.goto(`${stack.dashboard.url}${path}`);
    expect(response?.status(), path).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Redis has not responded')).toBeVisible();
  }
  await expect(page.getByText('It is not known whether this lease is held.')).toBeVisible();
});

/** The last build under another name, as the next deployment would have it. */
function copyOfBuild(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'leaseboard-newer-'));
  cpSync('.next/standalone', join(folder, '.next/standalone'), { recursive: true });
  const own = readFileSync('.next/leaseboard-inputs', 'utf8').slice(0, name.length);
  const server = join(folder, '.next/standalone/.next');
  let renamed = 0;
  for (const entry of readdirSync(server, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|json)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, 'utf8');
    if (!text.includes(own)) continue;
    writeFileSync(path, text.replaceAll(own, name));
    renamed++;
  }
  if (renamed === 0) throw new Error('the build does not tell its name');
  return folder;
}
