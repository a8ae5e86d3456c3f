/** Writing the history: one of all dashboards does, the others stand by. */

import type { Cluster, Redis } from 'ioredis';
import { leaseIdOf } from '../keys/lease-id.ts';
import { textOf } from '../keys/text.ts';
import { type RedisClient, RedisLeaseProvider } from '../lease/index.ts';
import { type ObservationGap, type OwnerChange, STARTED } from '../observe/owner-change.ts';
import type { HistoryEntry } from './entry.ts';
import { keyText } from './entry-codec.ts';
import type { LeaseSource } from './lease-source.ts';
import { PrefixRecorder } from './prefix-recorder.ts';
import { HISTORY_CAP, type HistoryReader } from './reader.ts';
import type { RecorderTrust } from './recorder-trust.ts';
import { truncateOwner } from './truncate-owner.ts';

export interface HistoryRecorderOptions {
  /** Where history is kept; `null`: in memory only. Not closed here. */
  store: RedisClient | null;
  watch: LeaseSource;
  reader: HistoryReader;
  prefixes: readonly string[];
  /** Names this dashboard among the others: unique, and a word or two for people. */
  self: string;
  /** Whether the store is the observed server itself and no cluster. */
  sameServer: boolean;
  /** How many entries the store keeps, about; 100,000 when absent. */
  cap?: number;
}

const BEST_FIRST = ['failing', 'starting', 'standby', 'writing', 'memory'] as const;

/** Records what the watch sees, once over all dashboards, in order, and says what nobody saw. */
export class HistoryRecorder {
  readonly #options: HistoryRecorderOptions;
  readonly #writer: RedisClient | null;
  readonly #recorders: PrefixRecorder[];
  readonly #listeners = new Set<(trust: RecorderTrust) => void>();
  readonly #unsubscribe: (() => void)[] = [];

  constructor(options: HistoryRecorderOptions) {
    this.#options = options;
    const { store, watch, reader, prefixes, self, sameServer, cap = HISTORY_CAP } = options;
    const writer = store && writerFor(store);
    this.#writer = writer;
    this.#recorders = !writer
      ? []
      : prefixes.map((prefix) => {
          const leases = new RedisLeaseProvider({
            redis: writer,
            keyPrefix: `leaseboard:{${prefix}}`,
            history: false,
          });
          const context = { store: writer, prefix, sameServer, cap };
          return new PrefixRecorder({
            context,
            leases,
            watch,
            reader,
            self,
            onTrust: () => this.#tell(),
          });
        });
  }

  /** How far the recording can be trusted; over several prefixes, the worst of them. */
  get trust(): RecorderTrust {
    if (this.#recorders.length === 0)
      return { state: 'memory', reason: 'history is off: kept in memory only' };
    const all = this.#recorders.map(({ trust }) => trust);
    for (const state of BEST_FIRST) {
      const worst = all.find((trust) => trust.state === state);
      if (worst) return worst;
    }
    return { state: 'starting', reason: null };
  }

  /** Calls back whenever {@link trust} changes. Returns how to stop that. */
  onTrust(listener: (trust: RecorderTrust) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Starts recording. The reader is started by whoever made it. */
  start(): void {
    for (const recorder of this.#recorders) recorder.start();
    if (this.#writer) return;
    const { watch, reader } = this.#options;
    this.#unsubscribe.push(
      watch.onOwnerChange((change) => reader.keep(entryOf(change))),
      watch.onGap((gap) => {
        // Before it began there was nothing that could miss something.
        if (gap.reason !== STARTED) reader.keep(gapOf(gap));
      }),
    );
  }

  /** Writes what is left to write, gives the recorder's lease up and closes what was opened here. */
  async close(): Promise<void> {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    await Promise.all(this.#recorders.map((recorder) => recorder.close()));
    this.#writer?.disconnect();
    this.#listeners.clear();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener(this.trust);
  }
}

/**
 * A connection that never sends anything twice or late: a command fails at once while the store is
 * away, and what was under way when it went away is not sent again.
 */
function writerFor(store: RedisClient): RedisClient {
  const strict = {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 5000,
  };
  const writer: RedisClient = store.isCluster
    ? (store as Cluster).duplicate([], { redisOptions: strict })
    : (store as Redis).duplicate(strict);
  // Its state is told by `trust`, turn by turn.
  writer.on('error', () => {});
  return writer;
}

function entryOf(change: OwnerChange): Omit<HistoryEntry, 'id'> {
  const { redisKey, prefix, event, from, to, at, source, heldForMs, renewals } = change;
  return {
    ...{ at, prefix, event, source, heldForMs },
    leaseId: leaseIdOf(redisKey),
    key: keyText(prefix, redisKey),
    from: from && textOf(truncateOwner(from)),
    to: to && textOf(truncateOwner(to)),
    renewals: event === 'acquired' ? null : renewals,
    ...{ actor: null, reason: null, fence: null },
  };
}

function gapOf({ prefix, reason, ...gap }: ObservationGap): Omit<HistoryEntry, 'id'> {
  const [from, to] = [Math.round(gap.from), Math.round(gap.to)];
  return {
    ...{ at: from, prefix, event: 'gap', source: 'observed', reason },
    ...{ leaseId: null, key: '', from: String(from), to: String(to) },
    ...{ actor: null, heldForMs: to - from, renewals: null, fence: null },
  };
}
