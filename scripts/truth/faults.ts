/** What goes wrong in a run, and what of it the truth must know. */

import type { Redis } from 'ioredis';
import { Redis as RedisClient } from 'ioredis';
import { launchRedis } from '../redis/launch.ts';
import { type Deployment, leaseKey } from './deployment.ts';
import type { Random } from './random.ts';
import type { TruthLog } from './truth-log.ts';

export interface FaultContext {
  deployment: Deployment;
  redis: Redis;
  log: TruthLog;
  random: Random;
  keys: readonly string[];
}

export type Fault = (context: FaultContext) => Promise<void>;

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A command that removes everything at once, with the server's time of it. */
function wipedBy(...[name, ...args]: [string, ...string[]]): Fault {
  return async ({ redis, log }) => {
    const replies = await redis
      .multi()
      .time()
      .call(name, ...args)
      .exec();
    const [error, time] = replies?.[0] ?? [new Error('no reply'), []];
    if (error) throw error;
    const [seconds, micros] = time as [string, string];
    log.wipe(Number(seconds) * 1000 + Number(micros) / 1000);
  };
}

export const none: Fault = () => pause(2000);
export const flushAll = wipedBy('FLUSHALL');
export const flushDb = wipedBy('FLUSHDB');
export const swapDb = wipedBy('SWAPDB', '0', '1');

/** The server is stopped by a signal and goes on later, with all that was sent to it meanwhile. */
export function frozenFor(ms: number): Fault {
  return async ({ deployment: { server } }) => {
    process.kill(server.pid, 'SIGSTOP');
    await pause(ms);
    process.kill(server.pid, 'SIGCONT');
  };
}

/** Keys of somebody else, with leases among them, all expire in one millisecond. */
export function expiringTogether(count: number): Fault {
  return async ({ redis, deployment: { watch } }) => {
    const at = Math.round(watch.now()) + 4000;
    const script = `for i = ARGV[2], ARGV[3] do
      redis.call('SET', KEYS[1] .. i, 'crowd', 'PXAT', ARGV[1]) end`;
    for (let from = 1; from <= count; from += 1000) {
      await redis.eval(script, 1, leaseKey('crowd-'), at, from, from + 999);
    }
    await pause(at - watch.now() + 1000);
  };
}

/** The Sentinel is asked to promote the replica while all is well. */
export const gracefulFailOver: Fault = async ({ log, deployment: { sentinel, watch } }) => {
  if (!sentinel) throw new Error('no Sentinel');
  const client = new RedisClient({ port: sentinel.port });
  try {
    await client.call('SENTINEL', 'FAILOVER', sentinel.name);
    await promoted(client, sentinel.name, sentinel.primary.port);
    await demoted(sentinel.primary.port);
    log.rollBack(watch.now());
  } finally {
    client.disconnect();
  }
  await pause(2000);
};

/** The primary stops answering, for good; the Sentinel promotes the replica. */
export const frozenPrimary: Fault = async ({ log, deployment: { sentinel, watch } }) => {
  if (!sentinel) throw new Error('no Sentinel');
  const client = new RedisClient({ port: sentinel.port });
  try {
    process.kill(sentinel.primary.pid, 'SIGSTOP');
    await promoted(client, sentinel.name, sentinel.primary.port);
    log.rollBack(watch.now());
  } finally {
    client.disconnect();
  }
  await pause(4000);
};

async function promoted(client: RedisClient, name: string, oldPort: number): Promise<void> {
  const giveUpAt = Date.now() + 20_000;
  for (;;) {
    const address = (await client.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name)) as string[];
    if (Number(address[1]) !== oldPort) return;
    if (Date.now() > giveUpAt) throw new Error('the Sentinel promoted nobody within 20 s');
    await pause(50);
  }
}

/** Until then the old primary takes writes that will be lost: a Sentinel gives it seconds to notice by itself. */
async function demoted(port: number): Promise<void> {
  const client = new RedisClient({ port, retryStrategy: () => 50 });
  client.on('error', () => {});
  const giveUpAt = Date.now() + 30_000;
  try {
    while (!(await client.info('replication').catch(() => '')).includes('role:slave')) {
      if (Date.now() > giveUpAt) throw new Error('the old primary was not demoted within 30 s');
      await pause(50);
    }
  } finally {
    client.disconnect();
  }
}

/** The server is killed and another one starts in its place, with nothing. */
export const restartedEmpty: Fault = async ({ deployment, log }) => {
  const { server, watch } = deployment;
  const at = watch.now();
  await server.stop();
  log.wipe(at);
  await pause(500);
  const again = await launchRedis({ port: server.port });
  deployment.onClose(() => again.stop());
};

/** Anybody who may publish says that leases came and went. */
export const forgedEvents: Fault = async ({ redis, random, keys }) => {
  const names = ['del', 'expired', 'evicted', 'set', 'expire'];
  for (let round = 0; round < 300; round++) {
    const pipeline = redis.pipeline();
    for (let n = 0; n < 10; n++) {
      const key = keys[Math.floor(random() * keys.length)] ?? '';
      const name = names[Math.floor(random() * names.length)] ?? '';
      pipeline.publish(`__keyspace@0__:${key}`, name);
      if (random() < 0.5) pipeline.publish(`__keyspace@0__:${key}`, 'set');
    }
    await pipeline.exec();
    await pause(8);
  }
};

/** The store of the history does not answer. */
export function storeAway(ms: number): Fault {
  return async ({ deployment: { store } }) => {
    process.kill(store.pid, 'SIGSTOP');
    await pause(ms);
    process.kill(store.pid, 'SIGCONT');
  };
}
