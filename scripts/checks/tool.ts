/** Running the project's own tools, their output straight to the terminal. */

import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Takes a check's output, for checks that run side by side; without one it goes to the terminal. */
export type Print = (text: string) => void;

export interface ToolOptions {
  env?: Readonly<Record<string, string>>;
  print?: Print;
}

/**
 * Runs a program of node_modules/.bin: no shell and no npx between, so its exit code is its own.
 * @returns its exit code, or 1 when it was ended by a signal.
 * @throws Error when it cannot be started.
 */
export function runTool(
  name: string,
  args: readonly string[] = [],
  options: ToolOptions = {},
): Promise<number> {
  return runProgram(join('node_modules/.bin', name), args, options);
}

/** As {@link runTool}, for any program. */
export function runProgram(
  path: string,
  args: readonly string[],
  { env = {}, print }: ToolOptions = {},
): Promise<number> {
  const child = spawn(path, args, {
    stdio: ['ignore', print ? 'pipe' : 'inherit', print ? 'pipe' : 'inherit'],
    env: { ...process.env, ...env },
  });
  if (print) {
    for (const output of [child.stdout, child.stderr]) {
      output?.setEncoding('utf8').on('data', print);
    }
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
