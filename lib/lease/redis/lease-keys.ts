/** Which keys a lease's scripts get: beside the lease what is kept of it, all in one slot. */

import { leaseKeyPrefix, storeKeys } from '../redis-keys.ts';
import { slotOf, tagOf } from './key-slot.ts';

export interface LeaseKeys {
  /** KEYS of the scripts: lease, held, fence and, with history, the history stream. */
  keys: readonly (string | Buffer)[];
  /** Those of them that all leases of the slot share. */
  shared: readonly string[];
  slot: number;
}

/**
 * Outside a cluster everything kept of a deployment's leases lies under its own prefix. In a
 * cluster a script may touch one slot only: holders and counter lie in the lease's slot, shared by
 * all leases there, and there is no common history.
 */
export class LeaseKeyspace {
  readonly #leasePrefix: string;
  readonly #kept: readonly string[];
  readonly #cluster: boolean;

  constructor(prefix: string, options: { cluster: boolean; history: boolean }) {
    const { held, fence, history } = storeKeys(prefix);
    this.#leasePrefix = leaseKeyPrefix(prefix);
    this.#kept = options.history ? [held, fence, history] : [held, fence];
    this.#cluster = options.cluster;
  }

  /** Where the lease of that name is stored. */
  redisKey(key: string): string {
    return this.#leasePrefix + key;
  }

  /** The keys for the lease of that name. */
  of(key: string): LeaseKeys {
    const lease = this.redisKey(key);
    const shared = this.#kept;
    if (!this.#cluster) return { keys: [lease, ...shared], shared, slot: 0 };
    return inSlotOf(lease, Buffer.from(lease));
  }

  /** The keys for the lease at a Redis key, byte for byte. */
  at(redisKey: Buffer): LeaseKeys {
    const shared = this.#kept;
    if (!this.#cluster) return { keys: [redisKey, ...shared], shared, slot: 0 };
    return inSlotOf(redisKey, redisKey);
  }
}

function inSlotOf(lease: string | Buffer, bytes: Buffer): LeaseKeys {
  const slot = slotOf(bytes);
  const base = `leaseboard:{${tagOf(slot)}}:`;
  const shared = [`${base}held`, `${base}fence`];
  return { keys: [lease, ...shared], shared, slot };
}
