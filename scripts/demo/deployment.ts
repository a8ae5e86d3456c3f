/** The demo as a whole: Redis, dashboard and workers, started in that order and ended the other way round. */

import { startDemoWorkers } from '../../demo/scenario.ts';
import { type Dashboard, type DashboardOptions, launchDashboard } from '../dashboard/launch.ts';
import { launchRedis } from '../redis/launch.ts';
import { requireRedisServer } from '../redis/require.ts';

export interface DemoOptions extends Omit<DashboardOptions, 'env'> {
  /** A Redis to use; a private one with keyspace events on when absent. */
  redisUrl?: string;
  prefix: string;
  /** Told of each part as it comes up. */
  onPart?: (part: 'redis' | 'dashboard' | 'workers', detail: string) => void;
}

export interface Demo {
  dashboard: Dashboard;
  /** Ends everything that was started. */
  stop(): Promise<void>;
}

/** Starts the demo. @throws when a part does not start; the parts before it are ended then. */
export async function launchDemo(options: DemoOptions): Promise<Demo> {
  const { prefix, onPart = () => {}, ...rest } = options;
  const parts: { stop(): Promise<void> }[] = [];
  const stop = async () => {
    for (const part of parts.splice(0).reverse()) await part.stop();
  };
  try {
    let { redisUrl } = options;
    if (!redisUrl) {
      const redis = await launchRedis({ program: requireRedisServer(), ownGroup: true });
      parts.push(redis);
      redisUrl = redis.url;
      onPart('redis', `pid ${redis.pid}, ${redis.url}, private, keyspace events on`);
    }
    const env = { LEASEBOARD_STAGE: 'demo', ...process.env, REDIS_URL: redisUrl };
    const dashboard = await launchDashboard({ ...rest, env });
    parts.push(dashboard);
    onPart('dashboard', `pid ${dashboard.pid}, ${dashboard.url}`);
    const workers = await startDemoWorkers({ redisUrl, prefix });
    parts.push(workers);
    onPart('workers', 'agents and library workers are at work');
    return { dashboard, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
