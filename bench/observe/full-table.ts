/** How long until the table is complete, and what a lease costs in memory. */

import { launchRedis } from '../../scripts/redis/launch.ts';
import { startMeasured } from './measured-process.ts';
import { atMost, percentile, type Result, shown, told } from './result.ts';
import { startLoad } from './start-load.ts';

/** With one run each, the one that came when the machine was busy with something else would win or lose. */
const RUNS = 3;

export async function fullTable(leases: number, limited = true): Promise<Result[]> {
  const server = await launchRedis();
  const load = await startLoad({ url: server.url, leases, renewEveryMs: 0 });
  const bare: number[] = [];
  const ours: number[] = [];
  let heapPerLease = 0;
  for (let i = 0; i < (limited ? RUNS : 1); i++) {
    bare.push((await measure<{ tookMs: number }>(server.url, 'scanOnly')).tookMs);
    const full = await measure<{ tookMs: number; heapBytes: number; size: number }>(
      server.url,
      'watchAll',
    );
    if (full.size !== leases) throw new Error(`${full.size} of ${leases} leases found`);
    ours.push(full.tookMs);
    heapPerLease = full.heapBytes / leases;
  }
  await load.stop();
  await server.stop();
  const [a, b] = [percentile(ours, 0.5), percentile(bare, 0.5)];
  const name = `${leases.toLocaleString('en')} leases`;
  const times = `${shown(a)} ms, bare loop ${shown(b)} ms`;
  return limited
    ? [
        told(`${name}: time to a complete table`, times),
        atMost(`${name}: that time ÷ a bare SCAN + MGET + PTTL loop`, a / b, 1.5),
        atMost(`${name}: heap per lease`, heapPerLease, 600, ' B'),
      ]
    : [
        told(`${name}: time to a complete table`, times),
        told(`${name}: heap`, `${shown((heapPerLease * leases) / 1e6)} MB`),
      ];
}

async function measure<T>(url: string, task: string): Promise<T> {
  const child = await startMeasured(task, url);
  const result = await child.ask<T>(task);
  child.stop();
  return result;
}
