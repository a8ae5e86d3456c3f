/** What one run needs: the observed server, a store for the history, a watch and a recorder. */

import { Redis } from 'ioredis';
import { HistoryReader, HistoryRecorder } from '../../lib/history/index.ts';
import { LeaseWatch, redisConnector } from '../../lib/observe/index.ts';
import { launchRedis, type RedisServer } from '../redis/launch.ts';
import { launchSentinel, type WatchedPrimary } from '../redis/sentinel.ts';

export const PREFIX = 'truth:topic';

/** The Redis key of a lease. */
export function leaseKey(name: string): string {
  return `${PREFIX}:lease:${name}`;
}

export interface Deployment {
  url: string;
  /** The server that is observed at first. */
  server: RedisServer;
  /** Where the history is kept. */
  store: RedisServer;
  sentinel: WatchedPrimary | null;
  watch: LeaseWatch;
  reader: HistoryReader;
  recorder: HistoryRecorder;
  /** Opens a connection as a program of the deployment has it: what is not answered soon has failed. */
  connect(): Redis;
  /** Has this closed at the end, too. */
  onClose(close: () => Promise<unknown> | unknown): void;
  close(): Promise<void>;
}

export async function launchDeployment(options: { sentinel: boolean }): Promise<Deployment> {
  const sentinel = options.sentinel ? await launchSentinel() : null;
  const server = sentinel?.primary ?? (await launchRedis());
  const store = await launchRedis();
  const url = sentinel
    ? `redis://127.0.0.1:${sentinel.port}?sentinel=${sentinel.name}`
    : server.url;
  const watch = new LeaseWatch({ connect: redisConnector(url), prefixes: [PREFIX] });
  const storeClient = new Redis(store.url, { retryStrategy: () => 100 });
  storeClient.on('error', () => {});
  const reader = new HistoryReader({ store: storeClient, prefixes: [PREFIX] });
  const recorder = new HistoryRecorder({
    ...{ store: storeClient, watch, reader, prefixes: [PREFIX] },
    ...{ self: 'truth', sameServer: false },
  });
  watch.start();
  recorder.start();
  await reader.start();
  const closers: (() => Promise<unknown> | unknown)[] = [];
  return {
    ...{ url, server, store, sentinel, watch, reader, recorder },
    connect: () => {
      const client = redisConnector(url)({
        retryStrategy: () => 50,
        maxRetriesPerRequest: 0,
        enableOfflineQueue: false,
        autoResendUnfulfilledCommands: false,
        commandTimeout: 1500,
      });
      client.on('error', () => {});
      return client;
    },
    onClose: (close) => closers.push(close),
    close: async () => {
      for (const close of closers.reverse()) await close();
      await recorder.close();
      reader.close();
      watch.close();
      storeClient.disconnect();
      await store.stop();
      await (sentinel ?? server).stop();
    },
  };
}
