import { describe, expect, it } from 'vitest';
import type { RunView } from './run-view.ts';
import { SweepPlan, type SweptThread } from './sweep-plan.ts';

const PERIOD = 20_000;
const SILENT = 60_000;

function thread(n: number, owner: string | null = `run-${n}`): SweptThread {
  return { id: `id-${n}`, prefix: 'p', threadKey: `acct\0t${n}`, owner };
}

function view(change: Partial<RunView> = {}): RunView {
  return {
    state: 'working',
    since: 0,
    lastType: 'text-delta',
    lastAt: 0,
    tool: null,
    streamId: null,
    processId: null,
    ghostRunId: null,
    queued: 0,
    lost: 0,
    countsAreAtLeast: false,
    ...change,
  };
}

/** The first time in a second-by-second walk at which the thread is due; refreshes as the sweep does. */
function dueAt(plan: SweepPlan, held: SweptThread[], from: number): number | null {
  for (let now = from; now <= from + 120_000; now += 100) {
    if ((now - from) % 1_000 === 0) plan.refresh(held, now);
    if (plan.next(now)) return now;
  }
  return null;
}

describe('SweepPlan', () => {
  it('spreads the threads it meets first over half a period, and reads each once', () => {
    const plan = new SweepPlan({ periodMs: PERIOD, silentAfterMs: SILENT });
    const held = Array.from({ length: 200 }, (_, n) => thread(n));
    const seen: string[] = [];
    let inFirstSecond = 0;
    for (let now = 0; now <= PERIOD / 2 + 1_000; now += 100) {
      if (now % 1_000 === 0) plan.refresh(held, now);
      for (let due = plan.next(now); due; due = plan.next(now)) seen.push(due.id);
      if (now === 1_000) inFirstSecond = seen.length;
    }
    expect(new Set(seen).size).toBe(200);
    expect(seen).toHaveLength(200);
    expect(inFirstSecond).toBeLessThan(60);
  });

  it('looks at a new owner within a second', () => {
    const plan = new SweepPlan({ periodMs: PERIOD, silentAfterMs: SILENT });
    plan.refresh([], 0);
    expect(dueAt(plan, [thread(1)], 1_000)).toBeLessThanOrEqual(2_000);
    plan.read(thread(1), view({ lastAt: 2_000 }), 2_000);
    expect(dueAt(plan, [thread(1, 'run-next')], 3_000)).toBeLessThanOrEqual(4_000);
  });

  it('comes back at the moment a run turns silent', () => {
    const plan = new SweepPlan({ periodMs: PERIOD, silentAfterMs: SILENT });
    plan.refresh([], 0);
    plan.refresh([thread(1)], 1_000);
    plan.read(thread(1), view({ lastAt: 10_000 - SILENT }), 1_000);
    const due = dueAt(plan, [thread(1)], 1_000);
    expect(due).toBeGreaterThan(10_000);
    expect(due).toBeLessThan(11_000);
  });

  it('looks sooner at what may become an alarm', () => {
    const plan = new SweepPlan({ periodMs: PERIOD, silentAfterMs: SILENT });
    plan.refresh([], 0);
    plan.refresh([thread(1)], 1_000);
    plan.read(thread(1), view({ lastAt: 1_000, queued: 1 }), 1_000);
    expect(dueAt(plan, [thread(1)], 1_000)).toBeLessThan(8_000);
  });

  it('looks once more at a thread that was released, and then forgets it', () => {
    const plan = new SweepPlan({ periodMs: PERIOD, silentAfterMs: SILENT });
    plan.refresh([], 0);
    plan.refresh([thread(1)], 1_000);
    plan.refresh([], 2_000);
    const due = dueAt(plan, [], 3_000) ?? 0;
    expect(due).toBeLessThanOrEqual(5_100);
    expect(plan.thread('id-1')?.owner).toBeNull();
    plan.loose(thread(1, null), null, due);
    expect(plan.thread('id-1')).toBeUndefined();
  });

  it('keeps looking at a released thread on which a run goes on, for a minute at most', () => {
    const plan = new SweepPlan({ periodMs: PERIOD, silentAfterMs: SILENT });
    plan.refresh([], 0);
    plan.refresh([thread(1)], 1_000);
    plan.refresh([], 2_000);
    plan.loose(thread(1, null), 20_000, 5_000);
    expect(plan.thread('id-1')).toBeDefined();
    plan.loose(thread(1, null), 80_000, 70_000);
    expect(plan.thread('id-1')).toBeUndefined();
  });

  it('goes through very many in steps, and misses and doubles none that moves meanwhile', () => {
    const plan = new SweepPlan({ periodMs: 1_000, silentAfterMs: SILENT });
    const held = Array.from({ length: 25_000 }, (_, n) => thread(n));
    const steps = (now: number) => {
      for (let n = 1; ; n++) if (plan.refresh(n === 1 ? held : [], now)) return n;
    };
    expect(steps(0)).toBe(6);
    expect(plan.refresh(held, 1_000)).toBe(false);
    const first = plan.next(1_000);
    if (!first) throw new Error('none is due');
    plan.failed(first, 1_000);
    expect(steps(1_000)).toBe(5);
    const seen: string[] = [];
    for (let due = plan.next(5_000); due; due = plan.next(5_000)) seen.push(due.id);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).not.toContain(first.id);
    expect(plan.thread(first.id)).toEqual(first);
  });
});
