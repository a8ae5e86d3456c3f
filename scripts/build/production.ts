/** The production build: `next build`, then the standalone folder completed so that it runs by itself. */

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { settleAtRoot } from '../../lib/http/base-path.ts';
import { inputsHash } from './inputs.ts';
import { thirdParties, thirdPartyPage } from './third-party.ts';

const STAMP = '.next/leaseboard-inputs';

/** The server that a build makes, run with plain `node`. */
export const SERVER_FILE = '.next/standalone/server.js';

/** Whether the last build was made from exactly what lies in `root` now. */
export function isBuilt(root: string): boolean {
  try {
    const stamp = readFileSync(join(root, STAMP), 'utf8');
    return existsSync(join(root, SERVER_FILE)) && stamp === inputsHash(root);
  } catch {
    return false;
  }
}

/**
 * Builds, whether needed or not. Next's own output goes to the terminal.
 * @throws Error when the build fails.
 */
export function build(root: string): void {
  const inputs = inputsHash(root);
  const next = join(root, 'node_modules/next/dist/bin/next');
  const { status } = spawnSync(process.execPath, [next, 'build'], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      LEASEBOARD_BUILD: inputs.slice(0, 16),
    },
  });
  if (status !== 0) throw new Error('next build failed: see above');
  completeStandalone(root);
  writeFileSync(join(root, STAMP), inputs);
}

/** Builds when what lies in `root` is not what the last build was made from. */
export function buildIfNeeded(root: string): void {
  if (isBuilt(root)) return;
  console.log('Building the dashboard, half a minute, or a few on a small machine …');
  build(root);
}

/** Makes of what Next left there a folder that runs by itself, on any machine and under any base path. */
function completeStandalone(root: string): void {
  const standalone = join(root, '.next/standalone');
  // What a CDN could serve is left out by Next.
  cpSync(join(root, '.next/static'), join(standalone, '.next/static'), { recursive: true });
  if (existsSync(join(root, 'public'))) {
    cpSync(join(root, 'public'), join(standalone, 'public'), { recursive: true });
  }
  removeSettings(standalone);
  if (settleAtRoot(standalone) === 0) throw new Error('the build holds no base path to replace');
  bundleServer(root, standalone);
  writeFileSync(join(standalone, 'THIRD-PARTY.md'), thirdPartyPage(thirdParties(root)));
}

/** Next copies `.env` files along, and the folder is made to be copied anywhere: secrets stay here. */
function removeSettings(standalone: string): void {
  for (const name of readdirSync(standalone)) {
    if (name.startsWith('.env')) rmSync(join(standalone, name));
  }
}

/** In place of Next's own server, which listens on all addresses and looks at no request. */
function bundleServer(root: string, standalone: string): void {
  buildSync({
    absWorkingDir: root,
    entryPoints: ['lib/http/standalone-server.ts'],
    outfile: join(standalone, 'server.js'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.9',
    logLevel: 'warning',
  });
}
