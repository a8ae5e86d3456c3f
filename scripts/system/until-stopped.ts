/** Waiting for the person at the terminal. */

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Settles with the first signal that asks this process to stop. A second one ends the process at
 * once, its children with it.
 */
export function untilStopped(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of SIGNALS) {
      process.once(signal, () => {
        resolve(signal);
        process.once(signal, () => process.exit(130));
      });
    }
  });
}
