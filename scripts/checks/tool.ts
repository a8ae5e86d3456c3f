/** Running the project's own tools, their output straight to the terminal. */

import { spawn } from 'node:child_process';
import { join } from 'node:path';

/**
 * Runs a program of node_modules/.bin: no shell and no npx between, so its exit code is its own.
 * @returns its exit code, or 1 when it was ended by a signal.
 * @throws Error when it cannot be started.
 */
export function runTool(
  name: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  const child = spawn(join('node_modules/.bin', name), args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
