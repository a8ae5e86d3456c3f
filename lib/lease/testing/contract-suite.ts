/**
 * The suite every lease provider must pass. It asks for the test functions it runs under, so that
 * vitest, node:test (with expect-like assertions) or jest can certify a backend with it.
 */

import assert from 'node:assert/strict';
import type { LeaseProvider } from '../contract.ts';
import { isLeaseProvider } from '../detection.ts';
import { LeaseArgumentError } from '../errors.ts';

export interface ContractSuiteOptions {
  /** What the backend is called in the names of the tests. */
  name: string;
  /** A provider on an empty backend; called for each test. */
  create: () => LeaseProvider | Promise<LeaseProvider>;
  /** Lets time pass for the backend; waits really when absent. */
  elapse?: (ms: number) => void | Promise<void>;
  /** Registers a group of tests and a test: those of vitest, jest or node:test. */
  describe: (name: string, body: () => void) => unknown;
  it: (name: string, body: () => Promise<void>) => unknown;
  /**
   * Whether handing over leaves no gap. `false` for a backend that can only release and acquire;
   * its provider must say so with `atomicTransfer: false`.
   */
  atomicTransfer?: boolean;
}

/** Long enough to outlive any test, for leases that must not run out. */
const LONG_MS = 60_000;
const SHORT_MS = 300;

const NASTY = [
  'a b',
  'user\0thread',
  '{tag}:x',
  'a}b{c',
  '*?[x]\\',
  '日本語\0스레드',
  '👩‍👩‍👧‍👦',
  'a\nb',
  '__proto__',
];

const WRONG_TTLS: unknown[] = [
  0,
  -1,
  1.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2 ** 31,
  '1000',
  null,
  undefined,
];
const WRONG_NAMES: unknown[] = ['', '\ud800', 'x\udc00y', 7, null, undefined, {}];

/** Registers the contract's tests for one backend. */
export function leaseContractSuite(options: ContractSuiteOptions): void {
  const { describe, it, create } = options;
  const elapse = options.elapse ?? ((ms) => new Promise((done) => setTimeout(done, ms)));

  describe(`${options.name}: lease contract`, () => {
    it('is found by its shape', async () => {
      assert.equal(isLeaseProvider(await create()), true);
    });

    it('claims a free lease', async () => {
      const leases = await create();
      const won = await leases.acquireLease('k', 'a', LONG_MS);
      assert.equal(won.acquired, true);
      assert.equal(won.owner, 'a');
      assert.equal(await leases.getLeaseOwner('k'), 'a');
    });

    it('has no owner for a lease that nobody holds', async () => {
      assert.equal(await (await create()).getLeaseOwner('k'), undefined);
    });

    it('refuses another owner and names the holder', async () => {
      const leases = await create();
      await leases.acquireLease('k', 'a', LONG_MS);
      assert.deepEqual(await leases.acquireLease('k', 'b', LONG_MS), {
        acquired: false,
        owner: 'a',
      });
      assert.equal(await leases.getLeaseOwner('k'), 'a');
    });

    it('grants one of many who ask at once', async () => {
      const leases = await create();
      const owners = Array.from({ length: 20 }, (_, n) => `owner-${n}`);
      const results = await Promise.all(owners.map((o) => leases.acquireLease('k', o, LONG_MS)));
      const winners = owners.filter((_, n) => results[n]?.acquired);
      assert.equal(winners.length, 1);
      assert.equal(await leases.getLeaseOwner('k'), winners[0]);
      for (const result of results) assert.equal(result.owner, winners[0]);
    });

    it('refreshes the TTL when the owner acquires again', async () => {
      const leases = await create();
      await leases.acquireLease('k', 'a', SHORT_MS);
      assert.equal((await leases.acquireLease('k', 'a', LONG_MS)).acquired, true);
      await elapse(SHORT_MS * 2);
      assert.equal(await leases.getLeaseOwner('k'), 'a');
    });

    it('lets a lease run out', async () => {
      const leases = await create();
      await leases.acquireLease('k', 'a', SHORT_MS);
      await elapse(SHORT_MS * 2);
      assert.equal(await leases.getLeaseOwner('k'), undefined);
      assert.equal((await leases.acquireLease('k', 'b', LONG_MS)).acquired, true);
    });

    it('releases for the owner alone', async () => {
      const leases = await create();
      await leases.acquireLease('k', 'a', LONG_MS);
      await leases.releaseLease('k', 'b');
      assert.equal(await leases.getLeaseOwner('k'), 'a');
      await leases.releaseLease('k', 'a');
      assert.equal(await leases.getLeaseOwner('k'), undefined);
      await leases.releaseLease('k', 'a');
    });

    it('renews for the owner alone, and never creates', async () => {
      const leases = await create();
      assert.equal(await leases.renewLease('k', 'a', LONG_MS), false);
      assert.equal(await leases.getLeaseOwner('k'), undefined);
      await leases.acquireLease('k', 'a', SHORT_MS);
      assert.equal(await leases.renewLease('k', 'b', LONG_MS), false);
      assert.equal(await leases.renewLease('k', 'a', LONG_MS), true);
      await elapse(SHORT_MS * 2);
      assert.equal(await leases.getLeaseOwner('k'), 'a');
    });

    it('hands over with a fresh TTL', async () => {
      const leases = await create();
      await leases.acquireLease('k', 'a', SHORT_MS);
      assert.equal(await leases.transferLease('k', 'a', 'b', LONG_MS), true);
      await elapse(SHORT_MS * 2);
      assert.equal(await leases.getLeaseOwner('k'), 'b');
      assert.equal(await leases.renewLease('k', 'a', LONG_MS), false);
      await leases.releaseLease('k', 'a');
      assert.equal(await leases.getLeaseOwner('k'), 'b');
    });

    it('does not hand over what the giver does not hold', async () => {
      const leases = await create();
      assert.equal(await leases.transferLease('k', 'a', 'b', LONG_MS), false);
      assert.equal(await leases.getLeaseOwner('k'), undefined);
      await leases.acquireLease('k', 'c', LONG_MS);
      assert.equal(await leases.transferLease('k', 'a', 'b', LONG_MS), false);
      assert.equal(await leases.getLeaseOwner('k'), 'c');
    });

    it('lets one of many transfers through', async () => {
      const leases = await create();
      await leases.acquireLease('k', 'a', LONG_MS);
      const heirs = Array.from({ length: 10 }, (_, n) => `heir-${n}`);
      const results = await Promise.all(
        heirs.map((to) => leases.transferLease('k', 'a', to, LONG_MS)),
      );
      const winners = heirs.filter((_, n) => results[n]);
      assert.equal(winners.length, 1);
      assert.equal(await leases.getLeaseOwner('k'), winners[0]);
    });

    it('says whether handing over is atomic', async () => {
      const leases = await create();
      const said: unknown = Reflect.get(leases, 'atomicTransfer');
      assert.equal(said !== false, options.atomicTransfer ?? true);
    });

    it('keeps leases of different names apart, whatever the names', async () => {
      const leases = await create();
      for (const [n, key] of NASTY.entries()) {
        assert.equal(
          (await leases.acquireLease(key, NASTY.at(n - 1) ?? '', LONG_MS)).acquired,
          true,
        );
      }
      for (const [n, key] of NASTY.entries()) {
        assert.equal(await leases.getLeaseOwner(key), NASTY.at(n - 1));
      }
      for (const [n, key] of NASTY.entries()) {
        const owner = NASTY.at(n - 1) ?? '';
        assert.equal(await leases.transferLease(key, owner, `${owner}\0next`, LONG_MS), true);
        await leases.releaseLease(key, `${owner}\0next`);
        assert.equal(await leases.getLeaseOwner(key), undefined);
      }
    });

    it('refuses wrong TTLs before anything is done', async () => {
      const leases = await create();
      await leases.acquireLease('held', 'a', LONG_MS);
      for (const ttl of WRONG_TTLS as number[]) {
        await rejectsArgument(() => leases.acquireLease('k', 'a', ttl));
        await rejectsArgument(() => leases.renewLease('held', 'a', ttl));
        await rejectsArgument(() => leases.transferLease('held', 'a', 'b', ttl));
      }
      assert.equal(await leases.getLeaseOwner('k'), undefined);
      assert.equal(await leases.getLeaseOwner('held'), 'a');
    });

    it('refuses empty and ill-formed names before anything is done', async () => {
      const leases = await create();
      await leases.acquireLease('held', 'a', LONG_MS);
      for (const name of WRONG_NAMES as string[]) {
        await rejectsArgument(() => leases.acquireLease(name, 'a', LONG_MS));
        await rejectsArgument(() => leases.acquireLease('k', name, LONG_MS));
        await rejectsArgument(() => leases.getLeaseOwner(name));
        await rejectsArgument(() => leases.releaseLease(name, 'a'));
        await rejectsArgument(() => leases.releaseLease('held', name));
        await rejectsArgument(() => leases.renewLease('held', name, LONG_MS));
        await rejectsArgument(() => leases.transferLease('held', 'a', name, LONG_MS));
        await rejectsArgument(() => leases.transferLease('held', name, 'b', LONG_MS));
      }
      assert.equal(await leases.getLeaseOwner('held'), 'a');
    });

    fencing(options, elapse);
  });
}

function fencing(
  { it, create }: ContractSuiteOptions,
  elapse: (ms: number) => void | Promise<void>,
): void {
  it('raises the fence with every grant and keeps it on refresh, where it fences', async () => {
    const leases = await create();
    const first = await leases.acquireLease('k', 'a', LONG_MS);
    if (first.fence === undefined) return;
    assert.equal((await leases.acquireLease('k', 'a', LONG_MS)).fence, first.fence);
    await leases.renewLease('k', 'a', LONG_MS);
    assert.equal((await leases.acquireLease('k', 'a', LONG_MS)).fence, first.fence);
    assert.equal((await leases.acquireLease('k', 'b', LONG_MS)).fence, undefined);

    await leases.transferLease('k', 'a', 'b', LONG_MS);
    const second = await leases.acquireLease('k', 'b', SHORT_MS);
    assert.ok(BigInt(second.fence ?? 0) > BigInt(first.fence));

    await elapse(SHORT_MS * 2);
    const third = await leases.acquireLease('k', 'b', LONG_MS);
    assert.ok(BigInt(third.fence ?? 0) > BigInt(second.fence ?? 0));

    await leases.releaseLease('k', 'b');
    const fourth = await leases.acquireLease('k', 'b', LONG_MS);
    assert.ok(BigInt(fourth.fence ?? 0) > BigInt(third.fence ?? 0));
  });
}

async function rejectsArgument(call: () => Promise<unknown>): Promise<void> {
  await assert.rejects(call, LeaseArgumentError);
}
