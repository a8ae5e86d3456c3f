/** Makes the connections of one pubsub: one for writing, one for leases, one for every reader. */

import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { PubSubLogger, RedisClient, RedisStreamsPubSubOptions } from './options.ts';

/**
 * A reader's connection ends at the first trouble and is replaced by its owner: a blocked read that
 * the driver sent again on its own would leave events assigned to us that nobody saw.
 */
const READER: RedisOptions = {
  lazyConnect: true,
  retryStrategy: () => null,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: null,
  enableOfflineQueue: true,
};

/**
 * A lease command must not take effect after its caller gave up: nothing waits in a queue while the
 * server is away, nothing is sent twice.
 */
const LEASES: RedisOptions = {
  autoResendUnfulfilledCommands: false,
  enableOfflineQueue: true,
  maxRetriesPerRequest: 1,
  commandTimeout: 5_000,
};

export class Connections {
  /** Publishes, acknowledges and everything else that does not block. */
  readonly writer: RedisClient;
  readonly #logger: PubSubLogger;
  readonly #readers = new Set<RedisClient>();
  #leases: RedisClient | undefined;

  constructor(options: RedisStreamsPubSubOptions, logger: PubSubLogger) {
    this.#logger = logger;
    this.writer = this.#watched(options.client ?? connect(options), 'writer');
  }

  /** The connection for lease commands, opened on first use. */
  get leases(): RedisClient {
    this.#leases ??= this.#watched(duplicate(this.writer, LEASES), 'leases');
    return this.#leases;
  }

  /** A connected client of its own for blocking reads. @throws when the server cannot be reached. */
  async openReader(): Promise<RedisClient> {
    const reader = this.#watched(duplicate(this.writer, READER), 'reader');
    this.#readers.add(reader);
    try {
      await reader.connect();
      return reader;
    } catch (error) {
      this.closeReader(reader);
      throw error;
    }
  }

  closeReader(reader: RedisClient): void {
    this.#readers.delete(reader);
    reader.disconnect();
  }

  /** Ends every connection, the writer last and after its queue. Safe to call twice. */
  async close(): Promise<void> {
    for (const reader of this.#readers) this.closeReader(reader);
    this.#leases?.disconnect();
    try {
      if (this.writer.status === 'ready') await this.writer.quit();
    } catch {
      // Already gone: what matters is that it stays gone.
    }
    this.writer.disconnect();
  }

  #watched(client: RedisClient, role: string): RedisClient {
    let failing = false;
    client.on('error', (error: Error) => {
      if (!failing) this.#logger.warn?.(`pubsub: Redis connection (${role}): ${error.message}`);
      failing = true;
    });
    client.on('ready', () => {
      failing = false;
    });
    return client;
  }
}

function connect(options: RedisStreamsPubSubOptions): RedisClient {
  if (options.cluster) {
    const nodes = options.cluster.rootNodes.map((node) =>
      typeof node === 'object' && 'url' in node ? node.url : node,
    );
    return new Cluster(nodes, options.cluster.options);
  }
  const { url: optionsUrl, ...redisOptions } = options.redisOptions ?? {};
  return new Redis(options.url ?? optionsUrl ?? 'redis://localhost:6379', redisOptions);
}

function duplicate(client: RedisClient, override: RedisOptions): RedisClient {
  // The flag and not `instanceof`: a client handed in may come from another copy of ioredis.
  if (!client.isCluster) return (client as Redis).duplicate(override);
  const { lazyConnect = false, maxRetriesPerRequest, commandTimeout } = override;
  return (client as Cluster).duplicate([], {
    lazyConnect,
    redisOptions: { maxRetriesPerRequest, commandTimeout },
  });
}
