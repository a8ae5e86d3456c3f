/**
 * `npm run bench:lease`: this library beside the least that is a lock, the usual three commands,
 * and the lock libraries people use. One run, one server, the same client options, random order,
 * medians. Writes docs/benchmarks-lease.md; `--quick` takes fewer rounds and writes nothing.
 */

import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { Redis } from 'ioredis';
import { launchRedis } from '../scripts/redis/launch.ts';
import { CONTENDERS, WIDTH_CONTENDERS } from './lease/contenders.ts';
import { commandsSent, markdownTable, scriptCalls } from './lease/measure.ts';
import { hotKey, renewing, type Throughput, throughput } from './lease/scenarios.ts';
import { WIDTHS, widths } from './lease/widths.ts';

const quick = process.argv.includes('--quick');
const rounds = quick ? 5 : 15;
const count = 5000;

const server = await launchRedis({ events: 'Kg$x' });
const admin = new Redis(server.url);
const clients = CONTENDERS.map(() => new Redis(server.url));
const contenders = CONTENDERS.map((make, n) => make(clients[n] as Redis));
const [ours, bare, three] = contenders;
if (!ours || !bare || !three) throw new Error('the first three contenders are the ones compared');

const widthClients = WIDTH_CONTENDERS.map(() => new Redis(server.url));
const atWidths = await widths(
  WIDTH_CONTENDERS.map((make, n) => make(widthClients[n] as Redis)),
  admin,
  { rounds: quick ? 3 : 9, count: (width) => (width === 1 ? 1500 : 5000) },
);
const rates = await throughput(contenders, admin, { rounds, count });
const sent = new Map<(typeof contenders)[number], { pair: number; refused: number }>();
for (const [n, contender] of contenders.entries()) {
  const client = clients[n] as Redis;
  const each = async (work: (n: number) => Promise<void>) => {
    const counted = await commandsSent(client, async () => {
      for (let turn = 0; turn < 100; turn++) await work(turn);
    });
    return Object.values(counted).reduce((a, b) => a + b, 0) / 100;
  };
  await admin.set(contender.redisKey('held by another'), 'another');
  sent.set(contender, {
    pair: await each((turn) => contender.pair(`c${turn}`)),
    refused: await each(() => contender.refused('held by another')),
  });
}
const counted = await scriptCalls(admin, async () => {
  for (let n = 0; n < 100; n++) await ours.pair(`s${n}`);
});
const hot = await hotKey(contenders, admin, {
  rounds: quick ? 3 : 7,
  waiters: 32,
  ms: quick ? 1000 : 2000,
});
const kept = await renewing(clients[0] as Redis, {
  leases: 1000,
  ttlMs: 3000,
  ms: quick ? 5000 : 15_000,
});

const whole = (value: number) => Math.round(value).toLocaleString('en');
const ratio = (value: number) => `${value.toFixed(2)} ×`;
const rateOf = (contender: (typeof contenders)[number]): Throughput => {
  const found = rates.get(contender);
  if (!found) throw new Error(`${contender.name} was not measured`);
  return found;
};
/** Ours against another: by the medians, and by the best rounds. */
function compared(other: (typeof contenders)[number], kind: 'pairs' | 'refused'): string {
  const best = kind === 'pairs' ? 'bestPairs' : 'bestRefused';
  const [mine, theirs] = [rateOf(ours as typeof other), rateOf(other)];
  return `${ratio(mine[kind] / theirs[kind])} by the medians, ${ratio(mine[best] / theirs[best])} by the best rounds`;
}
function widthRow(kind: 'pairs' | 'refused', at: number): string[] {
  const cells = WIDTHS.map((width) => {
    const [, row] = [...(atWidths.get(width) ?? [])][at] ?? [];
    return row ? `${whole(row[kind])} (${row.oursOver[kind].toFixed(2)} ×)` : '';
  });
  const [contender] = [...(atWidths.get(1) ?? [])][at] ?? [];
  return [contender?.name ?? '', ...cells];
}
function p99At64(): string {
  const rows = [...(atWidths.get(64) ?? [])].slice(0, 2);
  return rows.map(([{ name }, { p99 }]) => `${name} ${p99.toFixed(1)} ms`).join(', ');
}
const version = /redis_version:(\S+)/.exec(await admin.info('server'))?.[1] ?? '?';

const report = `# Benchmarks of the lease library

Made by \`npm run bench:lease\` on ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.version}, Redis ${version} on
loopback, everything on the one machine. One run, one client each with the same options, order
shuffled every round, medians of ${rounds} rounds. Load average when it ended: ${loadavg()[0]?.toFixed(1)}.

## By width

How many operations are in flight at once decides what can be gained: the gain of this library over a bare lock is **batching**,
up to 32 operations of one turn in one script, and that needs company. A single operation pays for its fence, its record and its
history entry (see decision 0018). Each cell: pairs a second, and in brackets how many times as fast this library (with fences
and history) is, the median of ratios of single rounds.

${markdownTable(
  ['pairs/s', ...WIDTHS.map((width) => `${width} in flight`)],
  WIDTH_CONTENDERS.map((_, at) => widthRow('pairs', at)),
)}

${markdownTable(
  ['refused acquires/s', ...WIDTHS.map((width) => `${width} in flight`)],
  WIDTH_CONTENDERS.map((_, at) => widthRow('refused', at)),
)}

p99 of a pair with 64 in flight: ${p99At64()}.

## Throughput, 64 in flight, beside other libraries

A pair is an acquire of a free key and its release. A refused acquire asks for a key that another
holds. Commands are what the client sent for one of them. Where other work disturbs a machine, the best
round and the processor times tell more than the median.

${markdownTable(
  [
    '',
    'pairs/s',
    'best',
    'refused/s',
    'best',
    'client µs a pair',
    'server µs a pair',
    'commands a pair',
    'commands a refusal',
  ],
  contenders.map((contender) => [
    contender.name,
    whole(rateOf(contender).pairs),
    whole(rateOf(contender).bestPairs),
    whole(rateOf(contender).refused),
    whole(rateOf(contender).bestRefused),
    rateOf(contender).clientMicros.toFixed(0),
    rateOf(contender).serverMicros.toFixed(0),
    (sent.get(contender)?.pair ?? 0).toFixed(2),
    (sent.get(contender)?.refused ?? 0).toFixed(2),
  ]),
)}

- Pairs against bare SET NX PX: ${compared(bare, 'pairs')} (wanted: at least 0.90)
- Pairs against three commands: ${compared(three, 'pairs')} (wanted: at least 1.30)
- Refused acquires against three commands: ${compared(three, 'refused')} (wanted: at least 3.00)
- Script calls that \`INFO commandstats\` counted for 100 pairs of ours: ${counted}

## One key, 32 waiters

Each waiter in one process asks again as soon as it had its turn, and holds the key for 1 ms. Those that can only
ask again do so every 10 ms. Fairness is Jain's index of the turns each got: 1 is even.

${markdownTable(
  ['', 'wait p50 (ms)', 'wait p99 (ms)', 'turns/s', 'fairness'],
  [...hot].map(([contender, seen]) => [
    contender.name,
    seen.p50.toFixed(1),
    seen.p99.toFixed(1),
    whole(seen.turnsPerSecond),
    seen.fairness.toFixed(3),
  ]),
)}

## ${whole(kept.leases)} leases kept renewed

TTL ${kept.ttlMs} ms: ${whole(kept.renewals)} renewals, ${kept.late} late (sent more than a tenth of the TTL after their moment), worst
lateness ${kept.worstLatenessMs.toFixed(1)} ms, ${kept.lost} lost; ${(kept.cpuShare * 100).toFixed(1)} % of a core in this process.
`;

console.log(report);
if (!quick) writeFileSync(new URL('../docs/benchmarks-lease.md', import.meta.url), report);
for (const client of [admin, ...clients, ...widthClients]) client.disconnect();
await server.stop();
process.exit(0);
