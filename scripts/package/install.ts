/** The package as whoever installs it gets it: packed by npm, unpacked elsewhere, without a network. */

import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What packing reads. */
const SOURCES = [
  ...['cli', 'lib', 'scripts/build', 'package.json', 'README.md'],
  ...['tsconfig.json', 'tsconfig.build.json', 'tsconfig.build.cjs.json'],
];

export interface InstalledPackage {
  /** A project of its own that has the package and what it depends on. */
  folder: string;
  /** Another one, with version 5 of ioredis. */
  folderWithIoredis5: string;
  /** The `leaseboard` command in it. */
  command: string;
  /** Deletes the folder. */
  remove(): void;
}

/**
 * Packs this project with `npm pack`, which builds it, and installs the result in a new folder. The
 * build is made from a copy, so that several can be at work at once. Takes some seconds. @throws Error when a build step fails; its output goes to the terminal.
 */
export function installPackage(): InstalledPackage {
  const folder = mkdtempSync(join(tmpdir(), 'leaseboard-package-'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  const copy = join(folder, 'source');
  for (const name of SOURCES) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const packed = runFresh('npm', ['pack', '--silent', '--pack-destination', folder], copy).trim();
  rmSync(copy, { recursive: true });
  const installed = join(folder, 'node_modules', 'leaseboard');
  mkdirSync(installed, { recursive: true });
  runFresh('tar', ['-xzf', join(folder, packed), '--strip-components=1', '-C', installed], folder);
  copyDependency('ioredis', folder, new Set());
  copyDependency('ioredis-5', join(folder, 'with-ioredis-5'), new Set());
  renameSync(
    join(folder, 'with-ioredis-5/node_modules/ioredis-5'),
    join(folder, 'with-ioredis-5/node_modules/ioredis'),
  );
  writeFileSync(join(folder, 'with-ioredis-5/package.json'), '{ "type": "module" }');
  cpSync(installed, join(folder, 'with-ioredis-5/node_modules/leaseboard'), { recursive: true });
  return {
    folder,
    folderWithIoredis5: join(folder, 'with-ioredis-5'),
    command: join(installed, 'cli', 'leaseboard.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Runs a program to its end and answers its output. @throws Error when it fails. */
export function runFresh(program: string, args: readonly string[], cwd: string): string {
  // npm sets variables of its own for what it runs; a fresh program should not see them.
  const { PATH, HOME, NODE_ENV } = process.env;
  return execFileSync(program, args, {
    cwd,
    env: { PATH, HOME, NODE_ENV },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Copies a package and what it depends on from our own node_modules, so that no network is needed. */
function copyDependency(name: string, folder: string, done: Set<string>): void {
  const from = join(ROOT, 'node_modules', name);
  if (done.has(name) || !existsSync(from)) return;
  done.add(name);
  cpSync(from, join(folder, 'node_modules', name), { recursive: true });
  const manifest = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
  for (const dependency of Object.keys(manifest.dependencies ?? {})) {
    copyDependency(dependency, folder, done);
  }
}
