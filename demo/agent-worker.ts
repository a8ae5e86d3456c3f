/**
 * One process of a deployment: real Mastra agents on the mock model, coordinated with the other
 * processes through Redis alone. It does what its parent orders, and ends with it.
 */

import { RedisStreamsPubSub } from '../lib/pubsub/index.ts';
import { createAgent } from './agents/agents.ts';
import type { WorkerOrder, WorkerReport, WorkerSetup } from './worker-protocol.ts';

const setup = JSON.parse(process.argv[2] ?? '{}') as WorkerSetup;
const { redisUrl, prefix, service, host, version } = setup;

const pubsub = new RedisStreamsPubSub({
  url: redisUrl,
  keyPrefix: prefix,
  maxStreamLength: 2_000,
  process: { service, host, version },
  logger: { warn: (message) => process.stderr.write(`${service}: ${message}\n`) },
});
const agent = createAgent(pubsub, (texts) => tell({ report: 'asked', texts }));

process.on('message', (order: WorkerOrder) => void carryOut(order));
process.on('disconnect', () => void end());
process.on('SIGTERM', () => void end());
tell({ report: 'ready', pid: process.pid });

async function carryOut(order: WorkerOrder): Promise<void> {
  try {
    const { action, runId } = await act(order);
    tell({ report: 'done', id: order.id, action, runId });
  } catch (error) {
    tell({ report: 'failed', id: order.id, message: String(error) });
  }
}

interface Done {
  action: string | null;
  runId: string | null;
}

async function act(order: WorkerOrder): Promise<Done> {
  const thread = { resourceId: order.resourceId, threadId: order.threadId };
  switch (order.does) {
    case 'send':
      return outcome(await agent.sendMessage(order.text, thread).accepted);
    case 'queue':
      return outcome(await agent.queueMessage(order.text, thread).accepted);
    case 'stream': {
      const memory = { resource: order.resourceId, thread: order.threadId };
      const output = await agent.stream(order.text, { memory });
      void output.consumeStream();
      return { action: 'wake', runId: output.runId };
    }
    case 'approve':
    case 'decline': {
      const { runId } = order;
      const output = await (order.does === 'approve'
        ? agent.approveToolCall({ runId })
        : agent.declineToolCall({ runId }));
      void output.consumeStream();
      return { action: order.does, runId };
    }
    case 'subscribe': {
      const subscription = await agent.subscribeToThread(thread);
      void drain(subscription.stream);
      return { action: 'subscribed', runId: subscription.activeRunId() };
    }
    case 'abort': {
      const { clearPendingSignals } = order;
      const heard = agent.abortThreadStream({ ...thread, clearPendingSignals });
      return { action: heard ? 'aborting' : 'nothing to abort', runId: null };
    }
  }
}

/** What became of a message, without the output object, which cannot travel. */
function outcome(accepted: { action: string; runId?: string }): Done {
  return { action: accepted.action, runId: accepted.runId ?? null };
}

async function drain(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _part of stream) {
    // A subscriber that only keeps up.
  }
}

function tell(report: WorkerReport): void {
  if (process.connected) process.send?.(report);
}

async function end(): Promise<void> {
  await pubsub.close();
  process.exit(0);
}
