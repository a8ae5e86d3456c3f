import { describe, expect, it } from 'vitest';
import { MemoryLeaseProvider } from './memory.ts';
import { leaseContractSuite } from './testing/contract-suite.ts';

let now = 1_000_000;

leaseContractSuite({
  name: 'memory',
  create: () => new MemoryLeaseProvider({ now: () => now }),
  elapse: (ms) => {
    now += ms;
  },
  describe,
  it,
});

it('keeps a history of who held what for how long', async () => {
  let at = 5_000;
  const leases = new MemoryLeaseProvider({ now: () => at });
  await leases.acquireLease('k', 'a', 100);
  at += 50;
  await leases.renewLease('k', 'a', 100);
  await leases.transferLease('k', 'a', 'b', 100);
  at += 500;
  const history = leases.history();
  expect(
    history.map(({ event, from, to, at, heldMs, renewals }) => ({
      event,
      from,
      to,
      at,
      heldMs,
      renewals,
    })),
  ).toEqual([
    { event: 'acquired', from: null, to: 'a', at: 5_000, heldMs: null, renewals: null },
    { event: 'transferred', from: 'a', to: 'b', at: 5_050, heldMs: 50, renewals: 1 },
    { event: 'expired', from: 'b', to: null, at: 5_150, heldMs: 100, renewals: 0 },
  ]);
});
