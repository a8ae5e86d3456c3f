/**
 * Tells a server that was away from one that was started anew, and what it lost by that. A restart
 * without persistence looks like a quiet day otherwise: no leases, nothing wrong.
 */

import type { Redis } from 'ioredis';
import type { Restart } from '../observed-trust.ts';
import type { LeaseHome } from '../table/lease-record.ts';
import type { LeaseTable } from '../table/lease-table.ts';
import { within } from '../with-timeout.ts';

const TIMEOUT_MS = 2000;
/** A server tells its age in whole seconds. */
const AGE_PRECISION_MS = 2000;

export interface ServerLifeOptions {
  redis: Redis;
  table: LeaseTable;
  home: LeaseHome;
}

export class ServerLife {
  /** The newest restart that cost a lease; `null` when there was none. */
  restart: Restart | null = null;
  readonly #options: ServerLifeOptions;
  #runId: string | null = null;

  constructor(options: ServerLifeOptions) {
    this.#options = options;
  }

  /**
   * Looks whether it is still the server it was. To be called before the scan that ends a gap;
   * what it answers is to be called after that scan. Never rejects: a server may not tell.
   * @param since when the server was last heard, and `now`, milliseconds on Redis' clock.
   */
  async look(since: number, now: number): Promise<() => void> {
    const { redis, table, home } = this.#options;
    const told = await within(TIMEOUT_MS, redis.info('server')).catch(() => '');
    const runId = fieldOf(told, 'run_id');
    const before = this.#runId;
    this.#runId = runId ?? before;
    const startedAt = now - Number(fieldOf(told, 'uptime_in_seconds') ?? Number.NaN) * 1000;
    // One that ran all the while is another server that took over, and lost nothing by a restart.
    const isNew = startedAt >= since - AGE_PRECISION_MS;
    if (runId === null || before === null || runId === before || !isNew) return () => {};
    const held = [...table.all()].filter(
      ({ home: its, owner, expiresAt }) =>
        its === home && owner !== null && (expiresAt === null || expiresAt > since),
    );
    return () => {
      const lost = held.filter(({ key, owner }) => table.get(key)?.owner !== owner).length;
      if (lost > 0) this.restart = { at: Math.round(startedAt), held: held.length, lost };
    };
  }
}

function fieldOf(info: string, name: string): string | null {
  return new RegExp(`^${name}:(.*?)\r?$`, 'm').exec(info)?.[1] ?? null;
}
