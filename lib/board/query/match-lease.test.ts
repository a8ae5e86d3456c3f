import { expect, test } from 'vitest';
import type { LeaseRecord } from '../../observe/table/lease-record.ts';
import { Annotations } from '../annotations.ts';
import { leaseMatcher } from './match-lease.ts';

const view = { health: null, kind: null, sort: 'attention', limit: 10, offset: 0 } as const;

test('process:unknown finds the leases whose process is not known, and them alone', () => {
  const notes = new Annotations();
  notes.set('named', { process: { id: 'p-1', label: 'support-api', host: null, pid: null } });
  notes.set('marked', { holdBy: 'Kim' });
  const found = (q: string) => {
    const matches = leaseMatcher({ ...view, q }, notes);
    const keys = ['named', 'marked', 'bare'];
    return keys.filter((key) => matches?.({ key, kind: 'custom' } as LeaseRecord, 0));
  };
  expect(found('process:unknown')).toEqual(['marked', 'bare']);
  expect(found('-process:unknown')).toEqual(['named']);
  expect(found('process:support')).toEqual(['named']);
});
