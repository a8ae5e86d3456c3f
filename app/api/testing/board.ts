/** A dashboard on a Redis of its own, for tests that call routes. */

import { Redis } from 'ioredis';
import { vi } from 'vitest';
import { leaseIdOf } from '@/lib/keys/lease-id.ts';
import { leaseKeyPrefix } from '@/lib/lease/index.ts';
import { leaseboard } from '@/lib/server.ts';
import { launchRedis } from '@/scripts/redis/launch.ts';

export const OPERATOR = 'operator-token-0123456789';
export const VIEWER = 'viewer-token-0123456789';

export interface Board {
  redis: Redis;
  /** Of its Redis. */
  pid: number;
  /** Ends the dashboard and its Redis. */
  stop(): Promise<void>;
}

/** Starts it; `leaseboard()` is this one from then on. */
export async function startBoard(): Promise<Board> {
  const server = await launchRedis();
  const redis = new Redis(server.url);
  vi.stubEnv('REDIS_URL', server.url);
  vi.stubEnv('LEASEBOARD_TOKEN', OPERATOR);
  vi.stubEnv('LEASEBOARD_VIEWER_TOKEN', VIEWER);
  await startDashboard();
  return {
    redis,
    pid: server.pid,
    stop: async () => {
      await endDashboard();
      vi.unstubAllEnvs();
      redis.disconnect();
      await server.stop();
    },
  };
}

/** Another dashboard in the place of the present one, on the same Redis. */
export async function restartBoard(): Promise<void> {
  await endDashboard();
  await startDashboard();
}

/** Leaves none behind: the test file that runs next in this process wants one of its own. */
async function endDashboard(): Promise<void> {
  await leaseboard().close();
  Reflect.deleteProperty(globalThis, Symbol.for('leaseboard'));
}

async function startDashboard(): Promise<void> {
  leaseboard().log.level = 'silent';
  leaseboard().start();
  await vi.waitFor(() => {
    const reason = leaseboard().notReady();
    if (reason !== null) throw new Error(reason);
  }, 10_000);
}

/** The Redis key of a lease under the default prefix. */
export function keyOf(key: string | Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(leaseKeyPrefix('mastra:topic')), Buffer.from(key)]);
}

export function idOf(key: string | Uint8Array): string {
  return leaseIdOf(keyOf(key));
}

/** A request to the dashboard, with a token unless it is `''`. */
export function request(path: string, init: RequestInit & { token?: string } = {}): Request {
  const { token = OPERATOR, headers, ...rest } = init;
  const sent = new Headers(headers);
  sent.set('host', 'board.example');
  if (token) sent.set('authorization', `Bearer ${token}`);
  return new Request(`http://board.example${path}`, { ...rest, headers: sent });
}
