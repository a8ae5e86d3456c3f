/** Running the project's own tools, their output straight to the terminal. */

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/**
 * Runs a tool from node_modules by the name of its package, with Node itself: no shell and no npx,
 * so the same on every system.
 * @returns its exit code, or 1 when it was ended by a signal.
 */
export function runTool(
  packageName: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  const child = spawn(process.execPath, [binOf(packageName), ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

function binOf(packageName: string): string {
  const file = require.resolve(`${packageName}/package.json`);
  const { name, bin } = JSON.parse(readFileSync(file, 'utf8'));
  const path = typeof bin === 'string' ? bin : (bin[packageName] ?? bin[name.split('/').pop()]);
  return join(dirname(file), path);
}
