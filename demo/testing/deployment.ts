/** A Redis and agent processes for tests, with leases that end quickly. */

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { threadStreamKey } from '../../lib/keys/thread-stream.ts';
import { leaseKeyPrefix } from '../../lib/lease/index.ts';
import { launchRedis, type RedisServer } from '../../scripts/redis/launch.ts';
import { WorkerProcess } from '../worker-process.ts';
import type { ThreadRef } from '../worker-protocol.ts';

export const LEASE_TTL_MS = 3_000;

const SHORT_LEASES = {
  MASTRA_AGENT_THREAD_LEASE_TTL_MS: String(LEASE_TTL_MS),
  MASTRA_AGENT_THREAD_LEASE_RENEW_INTERVAL_MS: String(LEASE_TTL_MS / 3),
};

/** What a thread's stream says of one event. */
export interface ThreadEvent {
  at: number;
  type: string;
  runId: string;
  part: string | null;
  sourceId: string | null;
}

export class Deployment {
  readonly prefix = `test:${randomUUID().slice(0, 8)}`;
  server: RedisServer;
  readonly redis: Redis;
  readonly #disk: string;
  readonly #workers = new Set<WorkerProcess>();
  #threads = 0;

  private constructor(server: RedisServer, disk: string) {
    this.server = server;
    this.#disk = disk;
    this.redis = new Redis(server.url);
    this.redis.on('error', () => {
      // A server that is restarted is away for a moment.
    });
  }

  /** Starts a Redis that keeps what it holds, as a production one does. */
  static async start(): Promise<Deployment> {
    const disk = mkdtempSync(join(tmpdir(), 'leaseboard-deployment-'));
    return new Deployment(await launchRedis({ args: keptOn(disk) }), disk);
  }

  /** Ends the server as a crash would, and starts it again with what it held. */
  async restartRedis(): Promise<void> {
    await this.server.stop();
    this.server = await launchRedis({ port: this.server.port, args: keptOn(this.#disk) });
  }

  /** Starts an agent process that ends with the deployment, or sooner. */
  async worker(service: string, asked: string[] = []): Promise<WorkerProcess> {
    const worker = await WorkerProcess.start({
      program: 'agent-worker.ts',
      setup: {
        redisUrl: this.server.url,
        prefix: this.prefix,
        service,
        host: 'test-host',
        version: '1.0.0',
      },
      env: SHORT_LEASES,
      onAsked: (texts) => asked.push(...texts),
    });
    this.#workers.add(worker);
    return worker;
  }

  /** Starts a process that uses the lease library alone and adopts; it ends with the deployment, or sooner. */
  async libraryWorker(service: string): Promise<WorkerProcess> {
    const { url: redisUrl } = this.server;
    const worker = await WorkerProcess.start({
      program: 'library-worker.ts',
      setup: { redisUrl, prefix: this.prefix, service, host: 'test-host', version: '1.0.0' },
    });
    this.#workers.add(worker);
    return worker;
  }

  /** A thread that nobody has used yet. */
  thread(): ThreadRef {
    return { resourceId: 'acct_42', threadId: `ticket-${++this.#threads}` };
  }

  owner(thread: ThreadRef): Promise<string | null> {
    return this.redis.get(this.leaseKey(thread));
  }

  leaseKey({ resourceId, threadId }: ThreadRef): string {
    return `${leaseKeyPrefix(this.prefix)}${resourceId}\0${threadId}`;
  }

  streamKey({ resourceId, threadId }: ThreadRef): string {
    return threadStreamKey(this.prefix, `${resourceId}\0${threadId}`);
  }

  /** What was published on a thread so far, oldest first. */
  async events(thread: ThreadRef): Promise<ThreadEvent[]> {
    const entries = await this.redis.xrange(this.streamKey(thread), '-', '+');
    return entries.map(([id, fields]) => {
      const event = JSON.parse(fields[1] ?? '{}');
      return {
        at: Number(id.split('-')[0]),
        type: event.type,
        runId: event.runId,
        part: event.data.part?.type ?? null,
        sourceId: event.data.sourceId ?? null,
      };
    });
  }

  /** Everything that is stored beside the leases and topics, by key. */
  async ownKeys(): Promise<[key: string, content: unknown][]> {
    const keys = await this.redis.keys('leaseboard:*');
    return Promise.all(keys.map(async (key) => [key, await this.#content(key)]));
  }

  async #content(key: string): Promise<unknown> {
    const type = await this.redis.type(key);
    if (type === 'hash') return this.redis.hgetall(key);
    return type === 'stream' ? this.redis.xrange(key, '-', '+') : this.redis.get(key);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#workers].map((worker) => worker.kill()));
    this.redis.disconnect();
    await this.server.stop();
    rmSync(this.#disk, { recursive: true, force: true });
  }
}

function keptOn(disk: string): string[] {
  return ['--appendonly', 'yes', '--appendfsync', 'always', '--dir', disk];
}

/** The most runs that were registered and not yet over at the same time. */
export function mostRunsAtOnce(events: readonly ThreadEvent[]): number {
  const running = new Set<string>();
  let most = 0;
  for (const { type, runId } of events) {
    if (type === 'run-registered') running.add(runId);
    if (/^run-(completed|aborted|failed|discarded)$/.test(type)) running.delete(runId);
    most = Math.max(most, running.size);
  }
  return most;
}
