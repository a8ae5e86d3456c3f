import { describe, expect, it } from 'vitest';
import { parseLeaseKey } from './lease-key.ts';

describe('parseLeaseKey', () => {
  it.each([
    ['user_1\0thread_1', 'thread', 'user_1', 'thread_1', 'thread_1', 'user_1'],
    [
      '\0thread-without-resource',
      'thread',
      '',
      'thread-without-resource',
      'thread-without-resource',
      '',
    ],
    [
      'tenant:eu:42\0thread:with:colons',
      'thread',
      'tenant:eu:42',
      'thread:with:colons',
      'thread:with:colons',
      'tenant:eu:42',
    ],
    ['a\0b\0c', 'thread', 'a', 'b\0c', 'b\0c', 'a'],
    [
      'thread-claim:user_1\0thread_1',
      'thread-claim',
      'user_1',
      'thread_1',
      'thread_1',
      'user_1 · thread claim',
    ],
    ['thread-claim:no-thread', 'custom', null, null, 'thread-claim:no-thread', ''],
    [
      'mastra:durable-agent-recovery:v1:["support","3f41"]',
      'recovery',
      null,
      null,
      'recovery of run 3f41',
      'support',
    ],
    [
      'mastra:durable-agent-execution:v2:["support","3f41"]',
      'execution',
      null,
      null,
      'execution of run 3f41',
      'support',
    ],
    ['mastra:durable-agent-recovery:v1:[broken', 'recovery', null, null, '[broken', 'recovery'],
    ['workflow-step-run:run-1:evt-1', 'step', null, null, 'run-1:evt-1', 'workflow step'],
    [
      'notification-dispatch:user_1',
      'notification',
      'user_1',
      null,
      'user_1',
      'notification dispatch',
    ],
    ['platform-github-events:acme', 'events', null, null, 'acme', 'github events'],
    ['acme:issue-reconcile', 'events', null, null, 'acme', 'issue reconcile'],
    ['custom key with spaces', 'custom', null, null, 'custom key with spaces', ''],
    ['__proto__\0constructor', 'thread', '__proto__', 'constructor', 'constructor', '__proto__'],
  ])('reads %j', (key, kind, resourceId, threadId, title, subtitle) => {
    expect(parseLeaseKey(key)).toEqual({ kind, resourceId, threadId, title, subtitle });
  });

  it('never leaves a lease without a title', () => {
    for (const key of [
      '',
      '\0',
      'thread-claim:\0',
      'workflow-step-run:',
      'notification-dispatch:',
      ':issue-reconcile',
    ])
      expect(parseLeaseKey(key).title).not.toBe('');
  });
});
