/** A {@link file://./holder.ts holder} as the test sees it. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { compiledProgram } from '../../scripts/system/compiled-program.ts';

export interface HolderSetup {
  redisUrl: string;
  prefix: string;
  /** Its owner id, and what it calls itself. */
  name: string;
  /** Leases to hold from the start. */
  keys: readonly string[];
  ttlMs: number;
  /** `announced`: says that it adopts, and then does not, as one that hangs. */
  adopts: 'nothing' | 'offers' | 'announced';
}

export interface HolderProcess {
  /** Ends it as a crash would. Safe to call twice. */
  kill(): Promise<void>;
}

/** Starts a holder and waits until it holds its leases. @throws when it ends before that. */
export async function startHolder(setup: HolderSetup): Promise<HolderProcess> {
  const program = compiledProgram(fileURLToPath(new URL('holder.ts', import.meta.url)));
  const child = spawn(process.execPath, [program, JSON.stringify(setup)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`the holder ${setup.name} ended before it held its leases`);
  });
  await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => {});
  return { kill: () => killed(child) };
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
