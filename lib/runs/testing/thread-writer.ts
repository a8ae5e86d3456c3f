/** Writes thread streams with plain commands, as any backend of Mastra does. */

import { randomUUID } from 'node:crypto';
import { threadStreamKey } from '../../keys/thread-stream.ts';
import type { RedisClient } from '../thread-tail.ts';

export class ThreadWriter {
  readonly #redis: RedisClient;
  readonly #prefix: string;

  constructor(redis: RedisClient, prefix: string) {
    this.#redis = redis;
    this.#prefix = prefix;
  }

  register(threadKey: string, runId: string, sourceId = 'source-1'): Promise<unknown> {
    const data = { runId, streamId: `stream-of-${runId}`, streamSeq: 1, sourceId };
    return this.write(threadKey, 'run-registered', runId, data);
  }

  part(threadKey: string, runId: string, part: Record<string, unknown>): Promise<unknown> {
    const data = { runId, streamId: `stream-of-${runId}`, part, sourceId: 'source-1' };
    return this.write(threadKey, 'stream-part', runId, data);
  }

  over(threadKey: string, runId: string, how = 'run-completed'): Promise<unknown> {
    return this.write(threadKey, how, runId, { runId, streamId: `stream-of-${runId}` });
  }

  enqueue(threadKey: string, runId: string, signalId: string, text = 'hello'): Promise<unknown> {
    const signal = { id: signalId, type: 'user', contents: text };
    return this.write(threadKey, 'signal-enqueued', runId, { runId, signal, sourceId: 'source-2' });
  }

  write(
    threadKey: string,
    type: string,
    runId: string,
    data: Record<string, unknown>,
  ): Promise<unknown> {
    const event = {
      type,
      runId,
      data: { type, ...data },
      id: randomUUID(),
      createdAt: new Date().toISOString(),
      deliveryAttempt: 1,
    };
    const key = threadStreamKey(this.#prefix, threadKey);
    return this.#redis.xadd(key, '*', 'event', JSON.stringify(event));
  }
}
