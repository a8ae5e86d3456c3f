/** The signals with which a terminal, or whoever started this process, asks it to stop. */

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface StopSignal {
  /** Settles with the next signal; from now on there is an orderly end to wait for. */
  wait(): Promise<NodeJS.Signals>;
}

/**
 * Listens for signals. Before `wait`, and for a second one after it, a signal ends the process at
 * once; its exit hooks kill the children.
 */
export function listenForStop(): StopSignal {
  let settle: ((signal: NodeJS.Signals) => void) | null = null;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (!settle) process.exit(130);
      settle(signal);
      settle = null;
    });
  }
  return {
    wait: () =>
      new Promise((resolve) => {
        settle = resolve;
      }),
  };
}
