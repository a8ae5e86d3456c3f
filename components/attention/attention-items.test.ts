import { expect, test } from 'vitest';
import type { LeaseRow } from '@/lib/board/wire.ts';
import type { RunState } from '@/lib/runs/run-view.ts';
import { rowOf } from '../live/fixture.ts';
import { needsOf } from './attention-items.ts';

function running(state: RunState): LeaseRow['run'] {
  return {
    state,
    since: 0,
    lastType: 'step-start',
    lastAt: 0,
    tool: null,
    streamId: 's',
    processId: null,
    ghostRunId: null,
    queued: 0,
    lost: 0,
    countsAreAtLeast: false,
  };
}

function onProcess(id: string, process: string, health: LeaseRow['health']): LeaseRow {
  return rowOf(id, { health, process: { id: process, label: process, host: null, pid: null } });
}

test('a quiet table needs nobody', () => {
  expect(needsOf([rowOf('a'), rowOf('b', { run: running('in-tool'), health: 'late' })])).toEqual(
    [],
  );
});

test('stale leases of one process are one matter', () => {
  const rows = [onProcess('a', 'p1', 'at-risk'), onProcess('b', 'p1', 'at-risk')];
  expect(needsOf(rows)).toMatchObject([{ kind: 'process-dead', process: 'p1', freeAt: 15_000 }]);
});

test('a process that still renews one of its leases is slow, not dead', () => {
  const rows = [
    onProcess('a', 'p1', 'at-risk'),
    onProcess('b', 'p1', 'at-risk'),
    onProcess('c', 'p1', 'healthy'),
  ];
  expect(needsOf(rows).map((need) => need.kind)).toEqual(['at-risk', 'at-risk']);
});

test('the gravest first, and what there is too much of is counted', () => {
  const rows = [
    rowOf('x', { health: 'no-expiry', expiresAt: null }),
    ...['a', 'b', 'c', 'd', 'e'].map((id) => rowOf(id, { run: running('silent') })),
  ];
  const needs = needsOf(rows);
  expect(needs.map((need) => need.kind)).toEqual(['silent', 'silent', 'silent', 'no-expiry']);
  expect(needs[2]).toMatchObject({ more: 2 });
});

test('what an operator holds is in hand already', () => {
  expect(needsOf([rowOf('a', { health: 'no-expiry', holdBy: 'kim' })])).toEqual([]);
});
