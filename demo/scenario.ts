/** The demo: a small deployment that is never quiet. */

import { setMaxListeners } from 'node:events';
import { askForApproval, converse, crash, exportLedger, hang } from './conversations.ts';
import { type Deployment, Fleet } from './fleet.ts';
import { BUSY_THREADS } from './threads.ts';

export interface DemoWorkers {
  /** Ends everything; every process by its own id. */
  stop(): Promise<void>;
}

/**
 * Starts four processes with Mastra agents (one of them crashes now and then) and two that use the
 * lease library alone, and lets people write to them.
 */
export async function startDemoWorkers(deployment: Deployment): Promise<DemoWorkers> {
  const fleet = await Fleet.start(deployment);
  const ending = new AbortController();
  const { signal } = ending;
  // Every conversation waits on this one signal.
  setMaxListeners(0, signal);
  const going = Promise.allSettled([
    ...BUSY_THREADS.map((thread) => converse(fleet, thread, signal)),
    hang(fleet, signal),
    askForApproval(fleet, signal),
    exportLedger(fleet, signal),
    crash(fleet, signal),
  ]);
  return {
    stop: async () => {
      ending.abort();
      await going;
      await fleet.stop();
    },
  };
}
