import { expect, it } from 'vitest';
import { namedProcess, parseOwner } from './owner.ts';

it.each([
  ['run-1', 'run-1', null, null],
  ['mastra-thread-owner:["run-1","p-2","a-3"]', 'run-1', 'p-2', 'a-3'],
  ['mastra-thread-owner:["run-1"]', 'run-1', null, null],
  ['mastra-thread-owner:["run-1",7,null]', 'run-1', null, null],
  ['mastra-thread-owner:[""]', 'mastra-thread-owner:[""]', null, null],
  ['mastra-thread-owner:{}', 'mastra-thread-owner:{}', null, null],
  ['mastra-thread-owner:[broken', 'mastra-thread-owner:[broken', null, null],
  ['', '', null, null],
])('reads the owner %j', (owner, runId, processId, attemptId) => {
  expect(parseOwner(owner)).toEqual({ runId, processId, attemptId });
});

it('knows the process of an owner that says service, host and pid', () => {
  expect(namedProcess('indexer@jobs-1:31281')).toEqual({
    id: 'indexer@jobs-1:31281',
    label: 'indexer jobs-1',
    host: 'jobs-1',
    pid: 31281,
  });
});

it.each(['run-1', 'ops@example.com', '@jobs-1:4', 'a b@jobs-1:4', 'a@jobs-1:', ''])(
  'takes no process from the owner %j',
  (owner) => {
    expect(namedProcess(owner)).toBeNull();
  },
);
