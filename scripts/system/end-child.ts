/** Ending child processes by their own pid: politely first, then for good. */

import type { ChildProcess } from 'node:child_process';

const PATIENCE_MS = 5_000;

/**
 * Makes the function that ends `child`: SIGTERM, and SIGKILL after 5 s. It settles when the child
 * is gone and may be called more than once. Should this process end first, the child is killed.
 */
export function endChild(child: ChildProcess): () => Promise<void> {
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('close', () => process.removeListener('exit', kill));
  return async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    const timer = setTimeout(kill, PATIENCE_MS);
    await gone;
    clearTimeout(timer);
  };
}
