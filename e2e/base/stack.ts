/** One whole deployment for a test: a private Redis, a client for it, and the built dashboard on it. */

import { Redis } from 'ioredis';
import { FaultProxy } from '../../lib/lease/testing/fault-proxy.ts';
import { type Dashboard, launchDashboard } from '../../scripts/dashboard/launch.ts';
import { freePort, launchRedis, type RedisServer } from '../../scripts/redis/launch.ts';

export const PREFIX = 'mastra:topic';

const KEPT_LINES = 200;

export interface StackOptions {
  /** Keyspace event flags of the Redis; what the dashboard wants when absent. */
  events?: string;
  /** More arguments for the Redis server. */
  redisArgs?: readonly string[];
  /** More environment for the dashboard. */
  env?: Readonly<Record<string, string>>;
  /** Puts a network that can break between the dashboard and its Redis. */
  breakable?: boolean;
}

export interface Stack {
  redisUrl: string;
  /** A client of the test's own; reconnects by itself. */
  redis: Redis;
  dashboard: Dashboard;
  /** Signs in as one who may look and not act. */
  viewerToken: string;
  /** Between the dashboard and its Redis, where that was asked for. */
  network: FaultProxy | null;
  /** The dashboard's last lines of output. */
  log(): string;
  /** Ends the Redis server, as `kill -9` does. */
  stopRedis(): Promise<void>;
  /** Starts an empty Redis on the same port. */
  startRedis(): Promise<void>;
  /** Starts another dashboard on the same Redis; it ends with the stack. */
  addDashboard(): Promise<Dashboard>;
  /** Ends everything. */
  stop(): Promise<void>;
}

/** Starts a deployment. Whoever starts it stops it. */
export async function launchStack(options: StackOptions = {}): Promise<Stack> {
  const launch = (port?: number) =>
    launchRedis({ port, events: options.events, args: options.redisArgs });
  let server: RedisServer = await launch();
  const redisUrl = server.url;
  const network = options.breakable ? await FaultProxy.before(server.port) : null;
  const redis = new Redis(redisUrl);
  redis.on('error', () => {});
  const viewerToken = 'viewer-of-the-end-to-end-tests';
  const lines: string[] = [];
  const launchOne = async () =>
    launchDashboard({
      root: process.cwd(),
      port: await freePort(),
      env: {
        ...settingsFree(),
        ...options.env,
        REDIS_URL: network ? `redis://127.0.0.1:${network.port}` : redisUrl,
        LEASEBOARD_VIEWER_TOKEN: viewerToken,
      },
      onLine: (line) => {
        lines.push(line);
        if (lines.length > KEPT_LINES) lines.shift();
      },
    });
  const dashboards: Dashboard[] = [await launchOne()];
  return {
    redisUrl,
    redis,
    dashboard: dashboards[0] as Dashboard,
    viewerToken,
    network,
    log: () => lines.join('\n'),
    stopRedis: () => server.stop(),
    startRedis: async () => {
      server = await launch(server.port);
    },
    addDashboard: async () => {
      const another = await launchOne();
      dashboards.push(another);
      return another;
    },
    stop: async () => {
      await Promise.all(dashboards.map((dashboard) => dashboard.stop()));
      redis.disconnect();
      await network?.close();
      await server.stop();
    },
  };
}

/** Asks the dashboard of a deployment with the operator's bearer token. */
export function apiOf({ dashboard: { url, token } }: Stack) {
  return (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
    });
}

/** The environment without the settings of whoever runs the tests. */
function settingsFree(): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !name.startsWith('LEASEBOARD_') && name !== 'REDIS_URL' && name !== 'PORT',
    ),
  );
}
