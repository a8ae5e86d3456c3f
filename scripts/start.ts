/** `npm start`: the dashboard on the Redis of REDIS_URL, built first when the last build is of something else. */

import { parseEnv } from '../lib/env.ts';
import { buildIfNeeded } from './build/production.ts';
import { launchDashboard } from './dashboard/launch.ts';
import { loadEnvFile } from './system/env-file.ts';
import { listenForStop } from './system/stop-signal.ts';

try {
  await start(process.cwd());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function start(root: string): Promise<void> {
  loadEnvFile(root);
  const env = parseEnv();
  buildIfNeeded(root);
  const stop = listenForStop();
  const dashboard = await launchDashboard({
    root,
    port: env.PORT,
    host: env.LEASEBOARD_HOST,
    token: env.LEASEBOARD_TOKEN,
  });
  // A token that was configured is a secret its owner has; only a fresh one has to be shown.
  const url = env.LEASEBOARD_TOKEN ? `${dashboard.url}/sign-in` : dashboard.signInUrl;
  console.log(`\nLeaseboard is ready: ${url}\n`);
  const reason = await Promise.race([stop.wait(), dashboard.ended]);
  await dashboard.stop();
  if (typeof reason === 'number') process.exitCode = reason;
}
