/** Which servers hold the leases. */

import type { Redis } from 'ioredis';
import { within } from '../with-timeout.ts';

export interface Address {
  host: string;
  port: number;
}

const TIMEOUT_MS = 2000;

/**
 * The primaries of the cluster that this server belongs to; `null` when it is no cluster, or does
 * not let us ask.
 * @throws when the server does not answer.
 */
export async function discoverPrimaries(redis: Redis): Promise<Address[] | null> {
  let slots: unknown;
  try {
    slots = await within(TIMEOUT_MS, redis.call('CLUSTER', 'SLOTS'));
  } catch (error) {
    if (/^(ERR|NOPERM)/.test((error as Error).message)) return null;
    throw error;
  }
  const primaries = new Map<string, Address>();
  for (const range of slots as [number, number, [string | null, number]][]) {
    const [host, port] = range[2];
    // An empty host means: the one you asked.
    const address = { host: host || (redis.options.host ?? '127.0.0.1'), port: Number(port) };
    primaries.set(nameOf(address), address);
  }
  return [...primaries.values()];
}

export function nameOf({ host, port }: Address): string {
  return `${host}:${port}`;
}

/** Where a cluster node sends us for a key. */
export interface Redirection {
  /** `ask`: only for this once, while the slot is on its way. */
  kind: 'moved' | 'ask';
  name: string;
}

/** Reads a `MOVED` or `ASK` error; `null` for any other. */
export function redirectionOf(error: Error): Redirection | null {
  const match = /^(MOVED|ASK) \d+ (\S+:\d+)$/.exec(error.message);
  return match?.[2] ? { kind: match[1] === 'ASK' ? 'ask' : 'moved', name: match[2] } : null;
}
