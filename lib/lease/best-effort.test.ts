import { describe, it } from 'vitest';
import { BestEffortLeaseProvider, type LeaseStore } from './best-effort.ts';
import { leaseContractSuite } from './testing/contract-suite.ts';

let now = 0;

function mapStore(): LeaseStore {
  const rows = new Map<string, { owner: string; until: number }>();
  const alive = (key: string) => {
    const row = rows.get(key);
    return row && row.until >= now ? row : undefined;
  };
  return {
    async claim(key, owner, ttlMs) {
      if (alive(key)) return false;
      rows.set(key, { owner, until: now + ttlMs });
      return true;
    },
    async read(key) {
      return alive(key)?.owner;
    },
    async extend(key, owner, ttlMs) {
      const row = alive(key);
      if (row?.owner !== owner) return false;
      row.until = now + ttlMs;
      return true;
    },
    async remove(key, owner) {
      return alive(key)?.owner === owner && rows.delete(key);
    },
  };
}

leaseContractSuite({
  name: 'best effort',
  create: () => new BestEffortLeaseProvider(mapStore()),
  elapse: (ms) => {
    now += ms;
  },
  atomicTransfer: false,
  describe,
  it,
});
