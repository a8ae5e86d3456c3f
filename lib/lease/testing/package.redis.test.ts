import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchRedis, type RedisServer } from '../../../scripts/redis/launch.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

let server: RedisServer;
let folder: string;

beforeAll(async () => {
  server = await launchRedis();
  folder = mkdtempSync(join(tmpdir(), 'leaseboard-package-'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  const packed = run('npm', ['pack', '--silent', '--pack-destination', folder], ROOT).trim();
  const installed = join(folder, 'node_modules', 'leaseboard');
  mkdirSync(installed, { recursive: true });
  run('tar', ['-xzf', join(folder, packed), '--strip-components=1', '-C', installed], folder);
  copyDependency('ioredis', new Set());
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
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
  writeFileSync(join(folder, 'use.js'), script);
  const told = JSON.parse(run('node', ['use.js', server.url], folder));
  expect(told).toEqual({ fence: expect.stringMatching(/^\d{16}$/), won: true, owner: 'a' });
});

it('lets others certify a backend of theirs under node:test', () => {
  const script = `
    import { describe, it } from 'node:test';
    import { MemoryLeaseProvider } from 'leaseboard/lease';
    import { leaseContractSuite } from 'leaseboard/lease/contract';
    leaseContractSuite({ name: 'mine', create: () => new MemoryLeaseProvider(), describe, it });`;
  writeFileSync(join(folder, 'certify.test.js'), script);
  expect(run('node', ['--test', 'certify.test.js'], folder)).toMatch(/# fail 0/);
});

it('has types that a strict consumer can use', () => {
  const script = `
    import type { Redis } from 'ioredis';
    import { type HeldLease, RedisLeaseProvider, withLease } from 'leaseboard/lease';
    export async function use(redis: Redis): Promise<number> {
      const leases = new RedisLeaseProvider({ redis, keyPrefix: 'p' });
      return withLease(leases, 'k', { ttlMs: 1000 }, (lease: HeldLease) => lease.remainingMs());
    }`;
  writeFileSync(join(folder, 'use-types.ts'), script);
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022'];
  const roots = ['--typeRoots', join(ROOT, 'node_modules/@types'), '--types', 'node'];
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  expect(
    run(
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
      folder,
    ),
  ).toBe('');
});

function run(program: string, args: string[], cwd: string): string {
  // npm sets variables of its own for what it runs; a fresh program should not see them.
  const { PATH, HOME, NODE_ENV } = process.env;
  const env = { PATH, HOME, NODE_ENV };
  return execFileSync(program, args, {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Copies a package and what it depends on from our own node_modules, so that no network is needed. */
function copyDependency(name: string, done: Set<string>): void {
  const from = join(ROOT, 'node_modules', name);
  if (done.has(name) || !existsSync(from)) return;
  done.add(name);
  cpSync(from, join(folder, 'node_modules', name), { recursive: true });
  const manifest = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
  for (const dependency of Object.keys(manifest.dependencies ?? {}))
    copyDependency(dependency, done);
}
