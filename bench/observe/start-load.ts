/** Starts the load maker in a process of its own, so that its work is not counted as ours. */

import { type ChildProcess, fork } from 'node:child_process';
import { type LoadOptions, loadArgs, NO_LOAD } from './load-options.ts';

export interface LoadDone {
  renewed: number;
  handedOn: number;
}

export interface RunningLoad {
  /** Ends it; answers what it did. */
  stop(): Promise<LoadDone>;
}

/** Resolves once all leases are there and being renewed. */
export async function startLoad(
  options: Partial<LoadOptions> & { url: string },
): Promise<RunningLoad> {
  const args = loadArgs({ ...NO_LOAD, ...options });
  const script = new URL('../load-maker.ts', import.meta.url);
  const child = fork(script, args, { execArgv: ['--import', 'tsx'] });
  await messageOf(child);
  return {
    stop: async () => {
      child.send('stop');
      return (await messageOf(child)) as LoadDone;
    },
  };
}

function messageOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`the load maker ended (${code})`)));
  });
}
