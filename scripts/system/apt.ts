/** Installing a system package where that can be done without asking anyone. */

import { spawnSync } from 'node:child_process';

/**
 * Installs Debian packages with apt-get, as root, or through sudo where it needs no password (CI).
 * @returns whether it did; `false` where this is no Debian or rights are missing.
 */
export function aptInstall(...packages: readonly string[]): boolean {
  const sudo = rights();
  if (sudo === null || !succeeds('apt-get', ['--version'])) return false;
  console.log(`Installing ${packages.join(', ')} (apt-get) …`);
  return (
    apt(sudo, ['update', '-qq']) &&
    apt(sudo, ['install', '-y', '-qq', '--no-install-recommends', ...packages])
  );
}

/** What goes in front of a command to run it as root; `null` where that is not possible unasked. */
function rights(): string[] | null {
  if (process.getuid?.() === 0) return [];
  const mayAsk = process.env.CI !== undefined && succeeds('sudo', ['-n', 'true']);
  return mayAsk ? ['sudo', '-n'] : null;
}

function apt(sudo: readonly string[], args: readonly string[]): boolean {
  const line = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
  const [program = 'apt-get', ...rest] = line;
  return spawnSync(program, rest, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}

function succeeds(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}
