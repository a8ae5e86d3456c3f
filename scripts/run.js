/**
 * Runs `scripts/<name>.ts`. Plain JavaScript without dependencies, for it is the first thing a
 * fresh clone runs: it checks Node's version, installs the packages when they are missing or not
 * those of the lock file, and only then loads TypeScript.
 */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OLDEST_NODE = [20, 9];

const [name, ...rest] = process.argv.slice(2);
requireNode();
process.chdir(ROOT);
if (!packagesInstalled()) installPackages();
process.argv = [process.execPath, `${ROOT}scripts/${name}.ts`, ...rest];
const { register } = await import('tsx/esm/api');
register();
await import(pathToFileURL(`${ROOT}scripts/${name}.ts`).href);

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  console.error(
    `Leaseboard needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.version}.`,
  );
  process.exit(1);
}

/** Whether node_modules holds what the lock file names; optional packages of other systems aside. */
function packagesInstalled() {
  const wanted = packagesOf(`${ROOT}package-lock.json`);
  const found = packagesOf(`${ROOT}node_modules/.package-lock.json`);
  if (!wanted || !found) return false;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || (found[path] ? found[path].version === version : optional),
  );
}

/** @returns {Record<string, { version: string, optional?: boolean }> | null} */
function packagesOf(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  } catch {
    return null;
  }
}

function installPackages() {
  console.log('Installing packages (npm ci) …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status } = spawnSync(npm, ['ci', '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  console.error('npm ci failed: see above.');
  process.exit(1);
}
