/**
 * One watch per primary: a single one for a lone server, and in a cluster as many as there are,
 * following it through failovers and slots that move.
 */

import type { Redis } from 'ioredis';
import { type NodeGap, NodeWatch, type NodeWatchOptions } from '../node/node-watch.ts';
import { type Connect, OBSERVING } from '../source/change-source.ts';
import { prefixOf } from '../table/lease-prefix.ts';
import { type Hint, noHint, type Reading } from '../table/reading.ts';
import { type Address, discoverPrimaries, nameOf, redirectionOf } from './topology.ts';

const TOPOLOGY_EVERY_MS = 2000;
/** A key is sent on at most this often, for a cluster in trouble can send us round in circles. */
const MOST_REDIRECTIONS = 4;

type NodeOptions = Omit<
  NodeWatchOptions,
  'name' | 'listener' | 'cluster' | 'baseline' | 'unobserved'
>;

export interface NodeSetOptions extends NodeOptions {
  /** State, source, lag or completeness of a node changed. */
  changed: () => void;
  gap: (gap: NodeGap) => void;
}

export class NodeSet {
  readonly #options: NodeSetOptions;
  readonly #nodes = new Map<string, NodeWatch>();
  readonly #seed: Redis;
  #seedEnded = false;
  #timer: NodeJS.Timeout | null = null;
  #discovering = false;
  #closed = false;
  /** Why no node is known yet. */
  #trouble: string | null = null;
  readonly #since: number;

  constructor(options: NodeSetOptions) {
    this.#options = options;
    this.#since = options.clock.now();
    this.#seed = options.connect({
      ...OBSERVING,
      connectionName: 'leaseboard-topology',
      retryStrategy: (times) => Math.min(50 * 2 ** times, 500),
    });
    this.#seed.on('error', (error) => this.#troubled(error.message));
    this.#seed.on('ready', () => void this.#discover());
    this.#seed.connect().catch(() => {
      // The client tries again by itself and has told the reason as an event.
    });
  }

  get nodes(): NodeWatch[] {
    return [...this.#nodes.values()];
  }

  /** What to say while no node is known. */
  get seeking(): { since: number; detail: string | null } {
    return { since: this.#since, detail: this.#trouble };
  }

  /**
   * Reads a lease now, wherever it is.
   * @throws when it cannot be read.
   */
  async read(key: string): Promise<{ node: NodeWatch; reading: Reading }> {
    let node = this.nodes.find((one) => one.state === 'up') ?? this.nodes[0];
    let asking = false;
    for (let i = 0; node && i < MOST_REDIRECTIONS; i++) {
      const [reading] = await node.read([key], asking);
      if (reading && reading.state !== 'failed') return { node, reading };
      const redirection = reading && redirectionOf(reading.error);
      if (!redirection) throw reading?.error ?? new Error('no answer');
      node = this.#nodes.get(redirection.name);
      asking = redirection.kind === 'ask';
    }
    throw new Error('no server of the cluster answers for this key');
  }

  close(): void {
    this.#closed = true;
    if (this.#timer) clearInterval(this.#timer);
    for (const node of this.#nodes.values()) node.close();
    this.#nodes.clear();
    this.#endSeed();
  }

  #endSeed(): void {
    // Once: each `disconnect` of a connection that is closed already keeps the process for 2 s.
    if (this.#seedEnded) return;
    this.#seedEnded = true;
    this.#seed.removeAllListeners();
    this.#seed.on('error', () => {
      // A connection being closed may still fail; nobody is interested.
    });
    this.#seed.disconnect();
  }

  #troubled(reason: string): void {
    if (this.#nodes.size > 0 || this.#trouble === reason) return;
    this.#trouble = reason;
    this.#options.changed();
  }

  async #discover(): Promise<void> {
    if (this.#discovering || this.#closed) return;
    this.#discovering = true;
    try {
      const source = this.nodes.find((node) => node.state === 'up')?.redis ?? this.#seed;
      const primaries = await discoverPrimaries(source);
      if (this.#closed) return;
      if (primaries && primaries.length > 0) this.#follow(primaries);
      else if (!primaries && this.#nodes.size === 0) this.#standalone();
    } catch (error) {
      this.#troubled((error as Error).message);
    } finally {
      this.#discovering = false;
    }
  }

  #standalone(): void {
    this.#endSeed();
    this.#nodes.set('', this.#newNode('redis', this.#options.connect, { cluster: false }));
    this.#options.changed();
  }

  #follow(primaries: readonly Address[]): void {
    const first = this.#nodes.size === 0;
    const names = new Set(primaries.map(nameOf));
    const gone = this.nodes.filter((node) => !names.has(node.name));
    const unobserved = gone.map((node) => node.gapFrom).sort((a, b) => a - b)[0];
    for (const address of primaries) {
      const name = nameOf(address);
      if (this.#nodes.has(name)) continue;
      const connect: Connect = (options) => this.#options.connect({ ...options, ...address });
      const since = first
        ? undefined
        : { from: unobserved ?? this.#options.clock.now(), reason: `${name} became a primary` };
      this.#nodes.set(name, this.#newNode(name, connect, { cluster: true, unobserved: since }));
    }
    for (const node of gone) this.#retire(node);
    this.#timer ??= setInterval(() => void this.#discover(), TOPOLOGY_EVERY_MS).unref();
    if (first || gone.length > 0) this.#options.changed();
  }

  /** Takes a node out that is no primary any more. Its leases are asked for elsewhere. */
  #retire(node: NodeWatch): void {
    this.#nodes.delete(node.name);
    node.close();
  }

  #newNode(
    name: string,
    connect: Connect,
    how: { cluster: boolean; unobserved?: { from: number; reason: string } | undefined },
  ): NodeWatch {
    const { changed, gap } = this.#options;
    return new NodeWatch({
      ...this.#options,
      ...how,
      name,
      connect,
      baseline: how.unobserved === undefined,
      listener: {
        changed,
        gap: (one) => {
          gap(one);
          this.#adoptOrphans();
        },
        misplaced: (from, key, error, hint) => void this.#redirect(from, key, error, hint),
      },
    });
  }

  /** Leases of nodes that are gone belong to whoever answers for them now. */
  #adoptOrphans(): void {
    const nodes = new Set<unknown>(this.#nodes.values());
    const anyone = this.nodes.find((node) => node.state === 'up');
    for (const lease of this.#options.table.all()) {
      if (!nodes.has(lease.home)) anyone?.ask(lease.key, noHint({ reconciled: true }));
    }
  }

  async #redirect(from: NodeWatch, key: string, error: Error, hint: Hint): Promise<void> {
    const redirection = redirectionOf(error);
    const node = redirection && this.#nodes.get(redirection.name);
    if (!redirection) from.restart(`a read failed: ${error.message}`);
    else if (!node) void this.#discover();
    else if (redirection.kind === 'moved') node.ask(key, hint);
    else await this.#readAsking(node, key, hint);
  }

  async #readAsking(node: NodeWatch, key: string, hint: Hint): Promise<void> {
    const prefix = prefixOf(this.#options.prefixes, key);
    try {
      const [reading] = await node.read([key], true);
      if (!reading || !prefix) return;
      if (reading.state !== 'failed') this.#options.table.take(key, prefix, node, reading, hint);
    } catch {
      // The node is away, which it tells itself; the scan of its next observation finds the lease.
    }
  }
}
