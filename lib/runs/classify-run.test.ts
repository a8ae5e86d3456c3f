import { describe, expect, it } from 'vitest';
import { type Circumstances, judge } from './classify-run.ts';
import { parseThreadEvent } from './thread-event.ts';
import { ThreadState } from './thread-state.ts';

const T0 = 1_800_000_000_000;

/** A thread on which these things were published, given as [ms after T0, type, data]. */
function threadOf(...events: [number, string, Record<string, unknown>][]): ThreadState {
  const thread = new ThreadState();
  for (const [after, type, data] of events) {
    const json = JSON.stringify({ type, runId: data.runId, data: { type, ...data } });
    const event = parseThreadEvent(`${T0 + after}-0`, json);
    if (event) thread.apply(event);
  }
  return thread;
}

const registered = (runId: string, sourceId = 'p1') => ({
  runId,
  streamId: `s-${runId}`,
  sourceId,
});
const part = (runId: string, type: string, rest = {}) => ({
  runId,
  streamId: `s-${runId}`,
  sourceId: 'p1',
  part: { type, ...rest },
});
const call = (toolName: string) => ({ payload: { toolName, toolCallId: `c-${toolName}` } });

function at(after: number, change: Partial<Circumstances> = {}): Circumstances {
  return {
    owner: 'a',
    now: T0 + after,
    ownerSince: T0,
    renewedSinceOver: false,
    silentAfterMs: 60_000,
    lostAfterMs: 10_000,
    isAlive: () => false,
    ...change,
  };
}

describe('the state of a run', () => {
  it('is preparing until its first step, working afterwards', () => {
    const thread = threadOf([0, 'run-registered', registered('a')]);
    expect(judge(thread, at(10))).toMatchObject({ state: 'preparing', since: T0, streamId: 's-a' });
    const stepping = threadOf(
      [0, 'run-registered', registered('a')],
      [5, 'stream-part', part('a', 'step-start')],
    );
    expect(judge(stepping, at(10))).toMatchObject({
      state: 'working',
      lastType: 'step-start',
      lastAt: T0 + 5,
      processId: 'p1',
    });
  });

  it('is silent from the moment the threshold is reached, measured from the last sign of life', () => {
    const thread = threadOf(
      [0, 'run-registered', registered('a')],
      [1_000, 'stream-part', part('a', 'text-delta')],
    );
    expect(judge(thread, at(60_999)).state).toBe('working');
    expect(judge(thread, at(61_000))).toMatchObject({ state: 'silent', since: T0 + 1_000 });
  });

  it('is in a tool while a call has no result, with others running or not', () => {
    const thread = threadOf(
      [0, 'run-registered', registered('a')],
      [10, 'stream-part', part('a', 'tool-call', call('one'))],
      [20, 'stream-part', part('a', 'tool-call', call('two'))],
      [30, 'stream-part', part('a', 'tool-result', call('one'))],
    );
    const view = { state: 'in-tool', tool: 'two', since: T0 + 20 };
    expect(judge(thread, at(600_000))).toMatchObject(view);
  });

  it('waits for a person until the call is answered or the run is resumed', () => {
    const asked: [number, string, Record<string, unknown>][] = [
      [0, 'run-registered', registered('a')],
      [10, 'stream-part', part('a', 'tool-call', call('refund'))],
      [20, 'stream-part', part('a', 'tool-call-approval', call('refund'))],
      [30, 'run-suspended', { runId: 'a', streamId: 's-a' }],
    ];
    expect(judge(threadOf(...asked), at(600_000))).toMatchObject({
      state: 'waiting-for-person',
      since: T0 + 20,
      tool: 'refund',
    });
    const resumed = threadOf(...asked, [40, 'run-registered', registered('a', 'p2')]);
    expect(judge(resumed, at(50))).toMatchObject({ state: 'preparing', processId: 'p2' });
  });

  it('is over after a terminal event, and leaked once the lease is renewed all the same', () => {
    const thread = threadOf(
      [0, 'run-registered', registered('a')],
      [50, 'run-failed', { runId: 'a', streamId: 's-a' }],
    );
    expect(judge(thread, at(60))).toMatchObject({ state: 'over', since: T0 + 50 });
    expect(judge(thread, at(60, { renewedSinceOver: true })).state).toBe('leaked');
  });

  it('is not ended by the late end of a segment before it was resumed', () => {
    const thread = threadOf(
      [0, 'run-registered', { ...registered('a'), streamId: 's1' }],
      [10, 'run-registered', { ...registered('a'), streamId: 's2' }],
      [20, 'run-completed', { runId: 'a', streamId: 's1' }],
    );
    expect(judge(thread, at(30)).state).toBe('preparing');
  });
});

describe('a ghost', () => {
  const both: [number, string, Record<string, unknown>][] = [
    [0, 'run-registered', registered('old', 'p-old')],
    [10, 'stream-part', part('old', 'tool-call', call('report'))],
    [5_000, 'run-registered', registered('a')],
  ];

  it('is a run that says something after another took the lease', () => {
    const thread = threadOf(...both, [6_000, 'stream-part', part('old', 'text-delta')]);
    expect(judge(thread, at(7_000))).toMatchObject({ state: 'ghost', ghostRunId: 'old' });
  });

  it('is a quiet run whose process lives, not one whose process died', () => {
    const thread = threadOf(...both);
    expect(judge(thread, at(7_000)).ghostRunId).toBeNull();
    const isAlive = (sourceId: string) => sourceId === 'p-old';
    expect(judge(thread, at(7_000, { isAlive }))).toMatchObject({
      state: 'ghost',
      ghostRunId: 'old',
    });
  });

  it('is no run that ended, however late its last parts come', () => {
    const thread = threadOf(
      ...both,
      [5_100, 'run-aborted', { runId: 'old', streamId: 's-old' }],
      [9_000, 'stream-part', part('old', 'tool-result', call('report'))],
    );
    expect(judge(thread, at(9_500, { isAlive: () => true })).ghostRunId).toBeNull();
  });

  it('is a run that goes on when nobody holds the lease', () => {
    const thread = threadOf(...both.slice(0, 2), [3_000, 'stream-part', part('old', 'text-delta')]);
    const nobody = at(4_000, { owner: null, ownerSince: T0 + 1_000 });
    expect(judge(thread, nobody)).toMatchObject({ state: 'ghost', ghostRunId: 'old' });
  });
});

describe('messages', () => {
  const enqueued = (id: string, runId: string) => ({ runId, signal: { id, contents: 'secret' } });

  it('wait while their run goes on, and are taken by the part that brings them', () => {
    const events: [number, string, Record<string, unknown>][] = [
      [0, 'run-registered', registered('a')],
      [10, 'signal-enqueued', enqueued('m1', 'a')],
      [20, 'signal-enqueued', enqueued('m2', 'a')],
    ];
    expect(judge(threadOf(...events), at(600_000))).toMatchObject({ queued: 2, lost: 0 });
    const taken = part('a', 'data-user-message', { data: { id: 'm1', contents: 'secret' } });
    const thread = threadOf(...events, [30, 'stream-part', taken]);
    expect(judge(thread, at(40))).toMatchObject({ queued: 1, lost: 0 });
  });

  it('are lost when their run is over for long and the thread went on in another process', () => {
    const thread = threadOf(
      [0, 'run-registered', registered('old')],
      [10, 'signal-enqueued', enqueued('m1', 'old')],
      [20, 'run-completed', { runId: 'old', streamId: 's-old' }],
      [30, 'run-registered', registered('a', 'p2')],
    );
    expect(judge(thread, at(10_019))).toMatchObject({ queued: 1, lost: 0 });
    expect(judge(thread, at(10_020))).toMatchObject({ queued: 0, lost: 1 });
  });

  it('wait while the next run is in the process that has them, however long it takes', () => {
    const events: [number, string, Record<string, unknown>][] = [
      [0, 'run-registered', registered('old')],
      [10, 'signal-enqueued', enqueued('m1', 'old')],
      [11, 'signal-enqueued', enqueued('m2', 'old')],
      [20, 'run-aborted', { runId: 'old', streamId: 's-old' }],
      [30, 'run-registered', registered('a')],
      [31, 'stream-part', part('a', 'data-user-message', { data: { id: 'm1' } })],
    ];
    const working = threadOf(...events);
    expect(judge(working, at(600_000))).toMatchObject({ queued: 1, lost: 0 });
    const begun = at(20_000, { owner: 'next', ownerSince: T0 + 10_001 });
    expect(judge(threadOf(...events.slice(0, 4)), begun)).toMatchObject({ queued: 2, lost: 0 });
    const over = threadOf(...events, [50_000, 'run-completed', { runId: 'a', streamId: 's-a' }]);
    const free = (after: number) => at(after, { owner: null, ownerSince: T0 + 50_005 });
    expect(judge(over, free(59_999))).toMatchObject({ queued: 1, lost: 0 });
    expect(judge(over, free(60_000))).toMatchObject({ queued: 0, lost: 1 });
  });

  it('are neither when they were cancelled, or dropped with a stop that worked', () => {
    const waiting: [number, string, Record<string, unknown>][] = [
      [0, 'run-registered', registered('a')],
      [10, 'signal-enqueued', enqueued('m1', 'a')],
    ];
    const cancelled = threadOf(...waiting, [20, 'signals-cancelled', { signalIds: ['m1'] }]);
    expect(judge(cancelled, at(600_000))).toMatchObject({ queued: 0, lost: 0 });
    const request = { runId: 'a', streamId: 's-a', clearPendingSignals: true };
    const asked = threadOf(...waiting, [20, 'run-abort-requested', request]);
    expect(judge(asked, at(30)).queued).toBe(1);
    const stopped = threadOf(
      ...waiting,
      [20, 'run-abort-requested', request],
      [25, 'run-aborted', { runId: 'a', streamId: 's-a' }],
    );
    expect(judge(stopped, at(600_000))).toMatchObject({ queued: 0, lost: 0 });
  });
});

describe('what is not understood', () => {
  it('is skipped: other types, other shapes, no JSON', () => {
    for (const json of [
      'no json',
      '[]',
      'null',
      '{"type":"run-registered"}',
      '{"type":"run-registered","data":{"runId":7}}',
      '{"type":"of-tomorrow","data":{"runId":"a"}}',
    ]) {
      expect(parseThreadEvent('1-0', json)).toBeNull();
    }
    const odd = { runId: 'a', part: { type: 'tool-call', payload: 'text', data: 7 }, streamId: 5 };
    expect(
      parseThreadEvent('1-0', JSON.stringify({ type: 'stream-part', data: odd })),
    ).toMatchObject({
      type: 'part',
      part: 'tool-call',
      tool: null,
      streamId: null,
    });
  });

  it('keeps nothing of what people wrote', () => {
    const data = {
      runId: 'a',
      streamId: 's',
      part: { type: 'text-delta', payload: { text: 'MARKER', toolName: null } },
    };
    const event = parseThreadEvent('1-0', JSON.stringify({ type: 'stream-part', data }));
    expect(JSON.stringify(event)).not.toContain('MARKER');
  });
});
