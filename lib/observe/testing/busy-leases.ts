/** Leases that are taken, renewed, handed on and freed all the time, for tests that need unrest. */

import { Redis } from 'ioredis';
import { leaseKey } from './watched-redis.ts';

export interface BusyLeases {
  /** Ends the unrest; resolves when the last command was answered or given up. */
  stop(): Promise<void>;
  /** Commands that were answered. */
  readonly done: number;
}

/** Keeps `count` leases busy, from connections of its own that survive everything. */
export function busyLeases(open: () => Redis, count = 200): BusyLeases {
  const redis = open();
  redis.on('error', () => {
    // Servers are stopped on purpose.
  });
  let stopped = false;
  let done = 0;
  const work = async () => {
    for (let i = 0; !stopped; i++) {
      const key = leaseKey(`busy\0${i % count}`);
      const dice = (i * 7919) % 10;
      const pipeline = redis.pipeline();
      if (dice < 4) pipeline.set(key, `run-${i}`, 'PX', 60_000);
      else if (dice < 7) pipeline.pexpire(key, 60_000);
      else if (dice < 8) pipeline.del(key);
      else pipeline.set(key, `run-${i}`, 'PX', 300);
      try {
        await Promise.race([pipeline.exec(), pauseOf(200)]);
        done++;
      } catch {
        // The server is away; what this command did is for the scan to find out.
      }
      await pauseOf(1);
    }
  };
  const working = work();
  return {
    get done() {
      return done;
    },
    stop: async () => {
      stopped = true;
      await working;
      redis.disconnect();
    },
  };
}

/** A client that goes on as soon as its server is back. */
export function patientClient(url: string): Redis {
  return new Redis(url, {
    retryStrategy: () => 50,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
  });
}

export function pauseOf(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
