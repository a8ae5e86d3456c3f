/** Straight on Redis, for when the dashboard is down. Whoever may use that Redis may act here. */

import { once } from 'node:events';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Act, ActInput, ActResult, TransferTarget } from '../../lib/admin/act.ts';
import { Admin } from '../../lib/admin/admin.ts';
import type { HistoryEntry } from '../../lib/history/entry.ts';
import { keyText } from '../../lib/history/entry-codec.ts';
import { cutOwner } from '../../lib/history/owner-cut.ts';
import { HistoryReader } from '../../lib/history/reader.ts';
import { leaseIdOf } from '../../lib/keys/lease-id.ts';
import { textOf } from '../../lib/keys/text.ts';
import { redisConnector } from '../../lib/observe/connector.ts';
import { LeaseWatch } from '../../lib/observe/lease-watch.ts';
import { type ListedLease, listedLease } from '../../lib/observe/listed-lease.ts';
import type { OwnerChange } from '../../lib/observe/owner-change.ts';
import { LEASE_SORTS, type LeaseSort } from '../../lib/observe/wire.ts';
import { FOR_ACTS, openRedis, type RedisClient } from '../../lib/redis-connection.ts';
import { CommandError, EXIT, usageError } from '../exit-codes.ts';
import type { LeaseSource, ListQuery } from './lease-source.ts';

const CONNECTED_WITHIN_MS = 3000;
const SCANNED_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 20;

export interface RedisSourceOptions {
  url: string;
  /** Where history and audit are kept; most often the same. */
  storeUrl: string;
  prefixes: readonly string[];
  actor: string;
}

export class RedisSource implements LeaseSource {
  readonly #options: RedisSourceOptions;
  readonly #opened: (() => void)[] = [];

  constructor(options: RedisSourceOptions) {
    this.#options = options;
  }

  async list({ q, limit, sort }: ListQuery): Promise<{ total: number; leases: ListedLease[] }> {
    const watch = await this.#watching();
    const view = { q, health: null, kind: null, sort: sortOf(sort), limit, offset: 0 };
    const { matched, rows } = watch.query(view);
    return { total: matched, leases: rows.map((row) => listedLease(row, watch.now())) };
  }

  async get(leaseId: string): Promise<ListedLease | null> {
    const watch = await this.#watching();
    const row = await watch.fresh(leaseId);
    return row && listedLease(row, watch.now());
  }

  async history({ leaseId, limit }: { leaseId?: string; limit: number }): Promise<HistoryEntry[]> {
    const store = await this.#redis(this.#options.storeUrl);
    const reader = new HistoryReader({ store, prefixes: this.#options.prefixes });
    this.#opened.push(() => reader.close());
    await reader.start();
    return reader.page({ leaseId, limit }).entries;
  }

  async watch(tell: (entry: Omit<HistoryEntry, 'id'>) => void, signal: AbortSignal): Promise<void> {
    const watch = await this.#watching();
    watch.onOwnerChange((change) => tell(entryOf(change)));
    if (!signal.aborted) await once(signal, 'abort');
  }

  async adopters(): Promise<TransferTarget[]> {
    const admin = await this.#admin();
    const watch = await this.#watching();
    const found = this.#options.prefixes.map((prefix) =>
      admin.transferTargets(prefix, watch.heldNow(prefix)),
    );
    return (await Promise.all(found)).flat();
  }

  async act(act: Act, input: ActInput): Promise<ActResult> {
    const admin = await this.#admin();
    const target = admin.target(input.leaseId);
    if (!target) throw usageError('There is no such lease under these prefixes.');
    const { actor } = this.#options;
    const who = { actor, role: 'operator', method: 'redis', address: hostname() } as const;
    return await admin.act(act, target, input, who);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const close of this.#opened.splice(0)) close();
  }

  async #watching(): Promise<LeaseWatch> {
    const { url, prefixes } = this.#options;
    await this.#redis(url);
    const watch = new LeaseWatch({ connect: redisConnector(url), prefixes });
    this.#opened.push(() => watch.close());
    watch.start();
    const giveUpAt = Date.now() + SCANNED_WITHIN_MS;
    while (watch.trust().redis.state !== 'up' || !watch.trust().events.complete) {
      if (Date.now() > giveUpAt) throw new CommandError(EXIT.failed, 'The scan takes too long.');
      await pause(LOOK_EVERY_MS);
    }
    return watch;
  }

  async #admin(): Promise<Admin> {
    const { url, storeUrl, prefixes } = this.#options;
    const connect = (to: string) =>
      this.#connected(openRedis(to, 'leaseboard-cli', FOR_ACTS, SILENT));
    const redis = await connect(url);
    const sameServer = url === storeUrl;
    const store = sameServer ? redis : await connect(storeUrl);
    // A cluster has no slot for a lease and its history both.
    const history = sameServer && !redis.isCluster;
    const admin = new Admin({ redis, store, history, prefixes, log: SILENT });
    this.#opened.push(() => admin.close());
    return admin;
  }

  #redis(url: string): Promise<RedisClient> {
    return this.#connected(openRedis(url, 'leaseboard-cli', {}, SILENT));
  }

  async #connected(redis: RedisClient): Promise<RedisClient> {
    this.#opened.push(() => redis.disconnect());
    const giveUpAt = Date.now() + CONNECTED_WITHIN_MS;
    while (redis.status !== 'ready') {
      if (Date.now() > giveUpAt) throw new CommandError(EXIT.failed, 'Redis does not answer.');
      await pause(LOOK_EVERY_MS);
    }
    return redis;
  }
}

/** What the dashboard logs, the command's output and exit code say here. */
const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

function sortOf(sort: string): LeaseSort {
  const found = LEASE_SORTS.flatMap((name) => [name, `-${name}`] as const).find(
    (name) => name === sort,
  );
  if (!found) throw usageError(`Unknown order ${sort}; there are ${LEASE_SORTS.join(', ')}.`);
  return found;
}

function entryOf(change: OwnerChange): Omit<HistoryEntry, 'id'> {
  const { redisKey, prefix, event, from, to, at, source, heldForMs, renewals } = change;
  return {
    ...{ at, prefix, event, source, heldForMs, renewals },
    leaseId: leaseIdOf(redisKey),
    key: keyText(prefix, redisKey),
    from: from && textOf(cutOwner(from)),
    to: to && textOf(cutOwner(to)),
    ...{ actor: null, reason: null, fence: null },
  };
}
