/**
 * `npm run demo`: a private Redis with keyspace events on (or the one REDIS_URL names), the
 * dashboard, and worker processes with real agents that take, renew, hand on and lose leases.
 */

import { type Env, parseEnv } from '../lib/env.ts';
import { buildIfNeeded } from './build/production.ts';
import { launchDemo } from './demo/deployment.ts';
import { freePort, isPortFree } from './redis/launch.ts';
import { requireRedisServer } from './redis/require.ts';
import { loadEnvFile } from './system/env-file.ts';
import { listenForStop } from './system/stop-signal.ts';

try {
  await run(process.cwd());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run(root: string): Promise<void> {
  loadEnvFile(root);
  const env = parseEnv();
  const redisUrl = process.env.REDIS_URL || undefined;
  // Before the build: whoever has to install a Redis first should not wait for it.
  if (!redisUrl) requireRedisServer();
  buildIfNeeded(root);
  const stop = listenForStop();
  const demo = await launchDemo({
    root,
    redisUrl,
    prefix: env.LEASEBOARD_PREFIXES[0] ?? 'mastra:topic',
    port: await portFor(env),
    host: env.LEASEBOARD_HOST,
    token: env.LEASEBOARD_TOKEN,
    onLine: (line) => {
      if (!isRoutine(line)) print('dashboard', line);
    },
    onPart: print,
  });
  console.log(`\nCtrl-C ends everything. Open\n\n  ${demo.dashboard.signInUrl}\n`);
  const reason = await Promise.race([stop.wait(), demo.dashboard.ended]);
  console.log('\nEnding workers, dashboard and Redis …');
  await demo.stop();
  if (typeof reason === 'number') throw new Error(`the dashboard had ended by itself (${reason})`);
}

function print(part: string, text: string): void {
  console.log(`${part.padEnd(9)}  ${text}`);
}

/** What Next says at every start, and the server's structured log. */
function isRoutine(line: string): boolean {
  return line === '' || /^(\{|▲|✓|- (Local|Network):)/.test(line.trim());
}

/** PORT where it was asked for; else 3000, or a free port when that is taken. */
async function portFor(env: Env): Promise<number> {
  const asked = Boolean(process.env.PORT);
  return asked || (await isPortFree(env.PORT, env.LEASEBOARD_HOST)) ? env.PORT : freePort();
}
