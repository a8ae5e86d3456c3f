/** Straight on Redis, for when the dashboard is down. Whoever may use that Redis may act here. */

import { once } from 'node:events';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Action, ActionInput, ActionResult, TransferTarget } from '../../lib/admin/action.ts';
import { Admin } from '../../lib/admin/admin.ts';
import type { LeaseListing, ListedLease } from '../../lib/board/listed-lease.ts';
import { LEASE_SORTS, type LeaseSort } from '../../lib/board/wire.ts';
import type { HistoryEntry } from '../../lib/history/entry.ts';
import { keyText } from '../../lib/history/entry-codec.ts';
import { HistoryReader } from '../../lib/history/reader.ts';
import { truncateOwner } from '../../lib/history/truncate-owner.ts';
import { leaseIdOf } from '../../lib/keys/lease-id.ts';
import { textOf } from '../../lib/keys/text.ts';
import type { OwnerChange } from '../../lib/observe/owner-change.ts';
import { FOR_ACTS, openRedis, type RedisClient } from '../../lib/platform/redis-connection.ts';
import { CommandError, EXIT, usageError } from '../exit-codes.ts';
import type { NamedLease } from '../lease-name.ts';
import { tellingAway } from './away.ts';
import { DirectLook, MOST_THREADS } from './direct-look.ts';
import { asksForRuns, heldDoubt, refuseWhatTakesWatching } from './direct-questions.ts';
import type { Doubt, HistoryAsked, LeaseSource, ListQuery } from './lease-source.ts';

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
  #look: Promise<DirectLook> | null = null;

  constructor(options: RedisSourceOptions) {
    this.#options = options;
  }

  async list({ q, limit, sort }: ListQuery): Promise<LeaseListing & { doubt?: Doubt }> {
    const order = sortOf(sort);
    refuseWhatTakesWatching(q, order);
    const look = await this.#looked();
    await this.#readHolders(look);
    const all = look.threads <= MOST_THREADS;
    if (!all && asksForRuns(q)) {
      throw usageError(`Of more than ${MOST_THREADS} threads that is not known straight on Redis.`);
    }
    if (all) await readRuns(look, q);
    const view = { q, health: null, kind: null, sort: order, limit, offset: 0 };
    const { matched, rows } = look.board.query(view);
    if (!all) await readRuns(look, q, new Set(rows.map(({ id }) => id)));
    return {
      total: matched,
      leases: rows.map((row) => look.listed(look.board.get(row.id) ?? row)),
      staleMs: null,
      complete: true,
      doubt: heldDoubt(q, look.heldSinceNobodyKnows()),
    };
  }

  async find(q: string): Promise<NamedLease[]> {
    const { board } = await this.#looked();
    const view = { q, health: null, kind: null, sort: 'thread', limit: 1000, offset: 0 } as const;
    return board.query(view).rows;
  }

  async get(leaseId: string): Promise<ListedLease | null> {
    const look = await this.#looked();
    if (!(await look.board.fresh(leaseId))) return null;
    await this.#readHolders(look);
    await readRuns(look, '', new Set([leaseId]));
    const row = look.board.get(leaseId);
    return row && look.listed(row);
  }

  async history({
    leaseId,
    q,
    limit,
  }: HistoryAsked): Promise<{ entries: HistoryEntry[]; staleMs: null }> {
    const store = await this.#redis(this.#options.storeUrl);
    const reader = new HistoryReader({ store, prefixes: this.#options.prefixes });
    this.#opened.push(() => reader.close());
    await reader.start();
    return { entries: reader.page({ leaseId, q, limit }).entries, staleMs: null };
  }

  async watch(
    tell: (entry: Omit<HistoryEntry, 'id'>) => void,
    signal: AbortSignal,
    away: (staleMs: number | null) => void,
  ): Promise<void> {
    const { board } = await this.#looked();
    board.onOwnerChange((change) => tell(entryOf(change)));
    const stands = tellingAway(away);
    board.onTrust((trust) => stands(trust, board.now()));
    if (!signal.aborted) await once(signal, 'abort');
  }

  async adopters(): Promise<TransferTarget[]> {
    const admin = await this.#admin();
    const { board } = await this.#looked();
    const found = this.#options.prefixes.map((prefix) =>
      admin.transferTargets(prefix, board.heldNow(prefix)),
    );
    return (await Promise.all(found)).flat();
  }

  async act(act: Action, input: ActionInput): Promise<ActionResult> {
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

  /** All leases, read once. */
  #looked(): Promise<DirectLook> {
    this.#look ??= this.#lookOnce();
    return this.#look;
  }

  async #lookOnce(): Promise<DirectLook> {
    const { url, prefixes } = this.#options;
    const look = new DirectLook({ url, redis: await this.#redis(url), prefixes });
    this.#opened.push(() => look.close());
    const giveUpAt = Date.now() + SCANNED_WITHIN_MS;
    while (!look.isComplete) {
      if (Date.now() > giveUpAt) throw new CommandError(EXIT.failed, 'The scan takes too long.');
      await pause(LOOK_EVERY_MS);
    }
    return look;
  }

  /** Where the store does not answer, or lets nobody read, since when leases are held stays unknown. */
  async #readHolders(look: DirectLook): Promise<void> {
    try {
      await look.readHolders(await this.#redis(this.#options.storeUrl));
    } catch {
      // The answer says of which leases it is not known.
    }
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

/**
 * Reads what runs do. Who may not read that still sees the leases.
 * @throws CommandError when it is what the search asks for.
 */
async function readRuns(look: DirectLook, q: string, leaseIds?: Set<string>): Promise<void> {
  try {
    await look.readRuns(leaseIds);
  } catch (error) {
    if (!asksForRuns(q)) return;
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandError(EXIT.failed, `What the runs do cannot be read: ${why}`);
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
    from: from && textOf(truncateOwner(from)),
    to: to && textOf(truncateOwner(to)),
    ...{ actor: null, reason: null, fence: null },
  };
}
