import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type InstalledPackage,
  installPackage,
  runFresh,
} from '../../../scripts/package/install.ts';
import { launchRedis, type RedisServer } from '../../../scripts/redis/launch.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

let server: RedisServer;
let installed: InstalledPackage;

beforeAll(async () => {
  server = await launchRedis();
  installed = installPackage();
});

afterAll(async () => {
  installed.remove();
  await server.stop();
});

it('works under plain Node with nothing but the tarball and ioredis', () => {
  const script = `
    import { Redis } from 'ioredis';
    import { RedisLeaseProvider, withLease } from 'leaseboard/lease';
    import { RedisStreamsPubSub } from 'leaseboard/pubsub';
    const redis = new Redis(process.argv[2]);
    const leases = new RedisLeaseProvider({ redis });
    const fence = await withLease(leases, 'u\\0t', { ttlMs: 5000 }, async (lease) => lease.fence);
    const pubsub = new RedisStreamsPubSub({ url: process.argv[2] });
    const won = await pubsub.acquireLease('k', 'a', 5000);
    console.log(JSON.stringify({ fence, won: won.acquired, owner: await leases.getLeaseOwner('k') }));
    await pubsub.close();
    redis.disconnect();`;
  writeFileSync(join(installed.folder, 'use.js'), script);
  const told = JSON.parse(runFresh('node', ['use.js', server.url], installed.folder));
  expect(told).toEqual({ fence: expect.stringMatching(/^\d{16}$/), won: true, owner: 'a' });
});

it('lets others certify a backend of theirs under node:test', () => {
  const script = `
    import { describe, it } from 'node:test';
    import { MemoryLeaseProvider } from 'leaseboard/lease';
    import { leaseContractSuite } from 'leaseboard/lease/contract';
    leaseContractSuite({ name: 'mine', create: () => new MemoryLeaseProvider(), describe, it });`;
  writeFileSync(join(installed.folder, 'certify.test.js'), script);
  expect(runFresh('node', ['--test', 'certify.test.js'], installed.folder)).toMatch(/# fail 0/);
});

it('has types that a strict consumer can use', () => {
  const script = `
    import type { Redis } from 'ioredis';
    import { type HeldLease, RedisLeaseProvider, withLease } from 'leaseboard/lease';
    export async function use(redis: Redis): Promise<number> {
      const leases = new RedisLeaseProvider({ redis, keyPrefix: 'p' });
      return withLease(leases, 'k', { ttlMs: 1000 }, (lease: HeldLease) => lease.remainingMs());
    }`;
  writeFileSync(join(installed.folder, 'use-types.ts'), script);
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022'];
  const roots = ['--typeRoots', join(ROOT, 'node_modules/@types'), '--types', 'node'];
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  expect(
    runFresh(
      'node',
      [
        tsc,
        ...options,
        ...roots,
        '--lib',
        'es2023,esnext.disposable',
        '--skipLibCheck',
        'use-types.ts',
      ],
      installed.folder,
    ),
  ).toBe('');
});
