import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

/** A program that uses what the package offers, with types that a strict consumer needs. */
const USE = `
import { Redis } from 'ioredis';
import { type HeldLease, type LeaseProvider, RedisLeaseProvider, withLease } from 'leaseboard/lease';
import { leaseContractSuite } from 'leaseboard/lease/contract';
import { RedisStreamsPubSub } from 'leaseboard/pubsub';

export async function use(redis: Redis): Promise<number> {
  const leases: LeaseProvider = new RedisLeaseProvider({ redis, keyPrefix: 'p' });
  return withLease(leases, 'k', { ttlMs: 1000 }, (lease: HeldLease) => lease.remainingMs());
}
export const pubsub = (client: Redis) => new RedisStreamsPubSub({ client });
export const suite: typeof leaseContractSuite = leaseContractSuite;
`;

/** How consumers set their compilers up; `skipLibCheck` is off in all of them. */
const CONSUMERS: Record<string, { file: string; options: readonly string[] }> = {
  node16: { file: 'use.mts', options: ['--module', 'node16'] },
  'node16, CommonJS': { file: 'use.cts', options: ['--module', 'node16'] },
  nodenext: { file: 'use.mts', options: ['--module', 'nodenext'] },
  'nodenext, CommonJS': { file: 'use.cts', options: ['--module', 'nodenext'] },
  bundler: {
    file: 'use.mts',
    options: ['--module', 'esnext', '--moduleResolution', 'bundler'],
  },
};

/** What the compiler says of a file; nothing, when it is right. */
function compile(folder: string, file: string, options: readonly string[]): string {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const roots = ['--typeRoots', join(ROOT, 'node_modules/@types'), '--types', 'node'];
  const lib = ['--target', 'es2022', '--lib', 'es2023,esnext.disposable'];
  const run = spawnSync(
    process.execPath,
    [tsc, '--strict', '--noEmit', ...options, ...roots, ...lib, file],
    { cwd: folder, encoding: 'utf8' },
  );
  return run.stdout + run.stderr;
}

describe.each(['6', '5'])('beside ioredis %s', (major) => {
  const folder = () => (major === '6' ? installed.folder : installed.folderWithIoredis5);

  it.each(Object.entries(CONSUMERS))('has types for %s', (_, { file, options }) => {
    writeFileSync(join(folder(), file), USE);
    expect(compile(folder(), file, options)).toBe('');
  });

  it.each(['use.mjs', 'use.cjs'])('runs as %s', (file) => {
    const [lease, ioredis] =
      file === 'use.mjs'
        ? [
            "import { RedisLeaseProvider } from 'leaseboard/lease';",
            "import { Redis } from 'ioredis';",
          ]
        : [
            "const { RedisLeaseProvider } = require('leaseboard/lease');",
            "const { Redis } = require('ioredis');",
          ];
    const script = `${lease}\n${ioredis}
      const redis = new Redis(process.argv[2]);
      const leases = new RedisLeaseProvider({ redis, keyPrefix: ${JSON.stringify(file + major)} });
      leases.acquireLease('k', 'a', 5000).then(async ({ acquired }) => {
        console.log(acquired, await leases.renewLease('k', 'a', 5000), await leases.transferLease('k', 'a', 'b', 5000));
        redis.disconnect();
      });`;
    writeFileSync(join(folder(), file), script);
    expect(runFresh('node', [file, server.url], folder()).trim()).toBe('true true true');
  });
});

describe('the guide', () => {
  const GUIDE = join(ROOT, 'docs/guide');
  /** What the guide's examples leave to the reader, whichever of them uses it. */
  const LEFT_TO_THE_READER = `
    import type { LeaseProvider as Provider } from 'leaseboard/lease';
    import { holdLease } from 'leaseboard/lease';
    declare const leases: Provider, agents: {}, storage: undefined;
    declare function load(key: string, options: { signal: AbortSignal }): Promise<string>;
    declare function render(text: string): Promise<string>;
    declare function save(key: string, text: string, options: { fence: string | undefined }): Promise<void>;
    declare function routeTo(owner: string | undefined): void;
    declare function takeOver(key: string, lease: unknown): void;
    declare const MyProvider: new () => Provider;`;
  const blocks = readdirSync(GUIDE).flatMap((name) => {
    const text = readFileSync(join(GUIDE, name), 'utf8');
    return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = ''], n) => ({
      ...{ title: `${name}, example ${n + 1}`, code },
    }));
  });

  it('has examples', () => {
    expect(blocks.length).toBeGreaterThan(3);
  });

  it.each(blocks)('$title compiles', ({ code }) => {
    const imports = [...code.matchAll(/^import .*$/gm)].map(([line]) => line).join('\n');
    const names = new Set([...imports.matchAll(/[\w]+/g)].map(([name]) => name));
    const declared = new Set(
      [...code.matchAll(/^(?:export )?const (\w+)/gm)].map(([, name]) => name),
    );
    // What an example brings itself is not left to the reader.
    const given = LEFT_TO_THE_READER.split('\n')
      .filter((line) => !/import \{ holdLease/.test(line) || !names.has('holdLease'))
      .map((line) => (declared.has('leases') ? line.replace('leases: Provider, ', '') : line))
      .join('\n');
    const body = code.replaceAll(/^import .*$/gm, '').replaceAll(/^export /gm, '');
    const text = `${given}\n${imports}\nexport async function example() {\n${body}\n}`;
    writeFileSync(join(installed.folder, 'example.mts'), text);
    linkMastra();
    // The agents' own types are not ours to check.
    const skip = /@mastra/.test(imports) ? ['--skipLibCheck'] : [];
    expect(compile(installed.folder, 'example.mts', ['--module', 'nodenext', ...skip])).toBe('');
  });

  function linkMastra(): void {
    const link = join(installed.folder, 'node_modules/@mastra');
    if (!existsSync(link)) symlinkSync(join(ROOT, 'node_modules/@mastra'), link);
  }
});
