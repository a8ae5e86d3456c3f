/** The production build: `next build`, then the standalone folder completed so that it runs by itself. */

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inputsHash } from './inputs.ts';

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

/** Next leaves out what a CDN could serve; a folder that runs by itself needs it. */
function completeStandalone(root: string): void {
  const standalone = join(root, '.next/standalone');
  cpSync(join(root, '.next/static'), join(standalone, '.next/static'), { recursive: true });
  if (existsSync(join(root, 'public'))) {
    cpSync(join(root, 'public'), join(standalone, 'public'), { recursive: true });
  }
}
