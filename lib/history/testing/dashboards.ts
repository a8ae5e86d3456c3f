/** Starts dashboards as processes and kills them, for tests and measurements. */

import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compiledProgram } from '../../../scripts/system/compiled-program.ts';

const SOURCE = fileURLToPath(new URL('dashboard-process.ts', import.meta.url));
let program: string | null = null;

export interface DashboardProcess {
  name: string;
  /** What it last said of its recording. */
  state(): string;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
}

export function startDashboard(
  name: string,
  where: { url: string; prefix: string; storeUrl?: string },
): DashboardProcess {
  const args = [where.url, where.prefix, name, ...(where.storeUrl ? [where.storeUrl] : [])];
  program ??= compiledProgram(SOURCE);
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let state = 'starting';
  child.stdout.on('data', (data: Buffer) => {
    state = data.toString().trim().split('\n').at(-1) ?? state;
  });
  return { name, state: () => state, kill: () => killed(child) };
}

function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('close', () => resolve());
    child.kill('SIGKILL');
  });
}
