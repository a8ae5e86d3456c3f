/** One run of one scenario, from empty servers to the verdict. */

import { isObserving } from '../../lib/history/lease-source.ts';
import { launchDeployment, leaseKey, PREFIX } from './deployment.ts';
import { pause } from './faults.ts';
import { judge, type Verdict } from './judge.ts';
import { seededRandom } from './random.ts';
import type { Scenario } from './scenarios.ts';
import { Stalls } from './stalls.ts';
import { TableCheck, type TableVerdict } from './table-check.ts';
import { TruthLog } from './truth-log.ts';
import { Writer } from './writer.ts';

const KEYS = 200;

export interface RunOptions {
  seed: number;
  /** Writes before and after the fault go on for so long. */
  beforeMs: number;
  afterMs: number;
  perSecond: number;
}

export interface Outcome extends Verdict, TableVerdict {
  scenario: string;
  seed: number;
}

export async function runScenario(scenario: Scenario, options: RunOptions): Promise<Outcome> {
  const { seed, beforeMs, afterMs, perSecond } = options;
  const deployment = await launchDeployment({ sentinel: scenario.sentinel ?? false });
  const { watch, recorder, reader } = deployment;
  try {
    await until('observing', () => isObserving(watch) && recorder.trust.state === 'writing');
    const log = new TruthLog();
    const random = seededRandom(seed);
    const keys = Array.from({ length: KEYS }, (_, n) => leaseKey(`user\0${n}`));
    const redis = deployment.connect();
    deployment.onClose(() => redis.disconnect());
    await until('connected', () => redis.status === 'ready');
    const { mixedDeadlines = false, bursts = false } = scenario;
    const writer = new Writer({ redis, log, random, keys, perSecond, mixedDeadlines, bursts });
    const table = new TableCheck(watch, log, writer);
    const stalls = new Stalls(() => watch.now());
    deployment.onClose(() => stalls.stop());
    const from = watch.now();
    writer.start();
    await pause(beforeMs);
    await scenario.fault({ deployment, redis, log, random: seededRandom(seed + 1), keys });
    await until('back', () => redis.status === 'ready' && isObserving(watch));
    await pause(afterMs);
    await writer.stop();
    await until('recorder back', () => recorder.trust.state === 'writing');
    await pause(3000);
    table.stop();
    const found = new Map<string, string>();
    const scanner = deployment.connect();
    deployment.onClose(() => scanner.disconnect());
    await until('connected', () => scanner.status === 'ready');
    for (const key of keys) {
      const owner = await scanner.get(key);
      if (owner !== null) found.set(key, owner);
    }
    const to = watch.now();
    await pause(700);
    await reader.catchUp(PREFIX);
    const entries = [...reader.select()].reverse();
    const textOf = (key: string) => key.slice(leaseKey('').length);
    const verdict = judge({ log, stalls: stalls.all, entries, from, to, found, textOf });
    return { ...verdict, ...table.verdict, scenario: scenario.name, seed };
  } finally {
    await deployment.close();
  }
}

async function until(what: string, holds: () => boolean): Promise<void> {
  const giveUpAt = performance.now() + 30_000;
  while (!holds()) {
    if (performance.now() > giveUpAt) throw new Error(`not ${what} within 30 s`);
    await pause(20);
  }
}
