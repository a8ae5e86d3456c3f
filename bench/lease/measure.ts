/** Rounds in random order, and what is told of them. */

import type { Redis } from 'ioredis';
import type { Contender } from './contenders.ts';

/** Runs each contender once a round, in another order each time. */
export async function inRandomOrder(
  contenders: readonly Contender[],
  rounds: number,
  run: (contender: Contender, round: number) => Promise<void>,
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const order = contenders
      .map((contender) => ({ contender, at: Math.random() }))
      .sort((a, b) => a.at - b.at);
    for (const { contender } of order) await run(contender, round);
  }
}

/** Does `operation` as often as asked, so many at a time; answers how many were done a second. */
export async function rate(
  count: number,
  inFlight: number,
  operation: (n: number) => Promise<void>,
): Promise<number> {
  let begun = 0;
  const lane = async () => {
    while (begun < count) await operation(begun++);
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: inFlight }, lane));
  return count / ((performance.now() - began) / 1000);
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export const median = (values: readonly number[]) => quantile(values, 0.5);

/** Jain's index: 1 when all got the same, 1/n when one got everything. */
export function fairness(shares: readonly number[]): number {
  const sum = shares.reduce((a, b) => a + b, 0);
  const squares = shares.reduce((a, b) => a + b * b, 0);
  return squares === 0 ? 1 : (sum * sum) / (shares.length * squares);
}

/** Commands that a client sends while `work` runs, by name. What scripts call is not among them. */
export async function commandsSent(
  redis: Redis,
  work: () => Promise<unknown>,
): Promise<Record<string, number>> {
  const sent: Record<string, number> = {};
  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (command, stream) => {
    sent[command.name] = (sent[command.name] ?? 0) + 1;
    return send(command, stream);
  };
  await work();
  redis.sendCommand = send;
  return sent;
}

/** Calls of scripts that the server counted while `work` ran. */
export async function scriptCalls(admin: Redis, work: () => Promise<unknown>): Promise<number> {
  await admin.config('RESETSTAT');
  await work();
  const stats = await admin.info('commandstats');
  return Number(/cmdstat_evalsha:calls=(\d+)/.exec(stats)?.[1] ?? 0);
}

/** A table whose columns stand under each other in the source, too. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const widths = head.map((name, column) =>
    Math.max(3, name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = widths.map((width) => '-'.repeat(width));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}
