import { expect, it } from 'vitest';
import { parseOwner } from './owner.ts';

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
