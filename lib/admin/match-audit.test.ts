import { expect, test } from 'vitest';
import type { HistoryEntry } from '../history/entry.ts';
import type { AuditEntry } from './audit-entry.ts';
import { matchAudit, withActor } from './match-audit.ts';

const stop: AuditEntry = {
  ...{ id: '1-0', at: 60_400, leaseId: 'a', prefix: 'p', key: 'u1\0a', act: 'stop' },
  ...{ outcome: 'done', actor: 'Kim', role: 'operator', method: 'cookie', address: '::1' },
  ...{ expectedOwner: 'run-1', foundOwner: 'run-1', to: null, reason: 'hung' },
  ...{ detail: null, requestId: 'r' },
};
const released: HistoryEntry = {
  ...{ id: '9-0', at: 60_000, leaseId: 'a', prefix: 'p', key: 'u1\0a', event: 'released' },
  ...{ from: 'run-1', to: null, source: 'observed', actor: null, reason: null },
  ...{ heldForMs: null, renewals: null, fence: null },
};

test('a run that a person stopped is told with who and why', () => {
  const act = matchAudit([stop])({ ...released, actor: 'support-api' });
  expect(act).toBe(stop);
  expect(withActor(released, act)).toMatchObject({ actor: 'Kim', reason: 'hung' });
});

test.each([
  ['another lease', { leaseId: 'b' }],
  ['another owner', { from: 'run-2' }],
  ['long before', { at: 20_000 }],
  ['after it', { at: 70_000 }],
  ['an end by itself', { event: 'expired' }],
] as const)('%s is none of its doing', (_, change) => {
  expect(matchAudit([stop])({ ...released, ...change })).toBeNull();
});

test('what was refused did nothing', () => {
  expect(matchAudit([{ ...stop, outcome: 'ignored' }])(released)).toBeNull();
});
