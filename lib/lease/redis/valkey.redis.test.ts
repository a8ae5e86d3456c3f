import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { installedServers, launchRedis, type RedisServer } from '../../../scripts/redis/launch.ts';
import { leaseContractSuite } from '../testing/contract-suite.ts';
import { RedisLeaseProvider } from './provider.ts';

const program = installedServers().find((name) => name === 'valkey-server');

if (program) onValkey(program);
else it.todo('lease contract on Valkey: NOT RUN, valkey-server is not on PATH');

function onValkey(program: string): void {
  let server: RedisServer;
  let redis: Redis;

  beforeAll(async () => {
    server = await launchRedis({ program });
    redis = new Redis(server.url);
  });

  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });

  leaseContractSuite({
    name: 'Valkey',
    create: async () => {
      await redis.flushall();
      return new RedisLeaseProvider({ redis });
    },
    describe,
    it,
  });
}
