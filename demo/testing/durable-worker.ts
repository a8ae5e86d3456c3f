/**
 * A process with a durable agent. Its workflow snapshots are kept in Redis, so that another such
 * process can recover a run after this one died. Orders: `{ start: text }`, `{ recover: runId }`.
 */

import { deserialize, serialize } from 'node:v8';
import { Agent } from '@mastra/core/agent';
import { createDurableAgent } from '@mastra/core/agent/durable';
import type { PubSub } from '@mastra/core/events';
import { Mastra } from '@mastra/core/mastra';
import { MockMemory } from '@mastra/core/memory';
import { InMemoryStore } from '@mastra/core/storage';
import { Redis } from 'ioredis';
import { RedisStreamsPubSub } from '../../lib/pubsub/index.ts';
import { mockModel } from '../agents/mock-model.ts';
import { tools } from '../agents/tools.ts';

const { redisUrl, prefix } = JSON.parse(process.argv[2] ?? '{}') as Record<string, string>;
const SNAPSHOTS = `${prefix}-snapshots`;

const redis = new Redis(redisUrl ?? '');
const pubsub = new RedisStreamsPubSub({
  url: redisUrl,
  keyPrefix: prefix,
  process: { service: 'durable' },
}) as unknown as PubSub;
const storage = new InMemoryStore();
await shareSnapshots();

const agent = createDurableAgent({
  agent: new Agent({
    id: 'support',
    name: 'support',
    instructions: 'Answer briefly.',
    model: mockModel(),
    tools,
    memory: new MockMemory(),
  }),
  pubsub,
  cache: false,
});
const mastra = new Mastra({
  agents: { support: agent },
  pubsub,
  storage,
  logger: false,
  recovery: { durableAgents: 'auto' },
});
await mastra.startWorkers?.();

process.on('message', async (order: { start?: string; recover?: string }) => {
  try {
    if (order.start) {
      const memory = { resource: 'acct_42', thread: 'ticket-durable' };
      const { runId } = await agent.stream(order.start, { memory });
      process.send?.({ runId });
    } else if (order.recover) {
      const { runId } = await agent.recover(order.recover);
      process.send?.({ runId });
    }
  } catch (error) {
    process.send?.({ error: String(error) });
  }
});
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });

/** Takes over what other processes saved, and saves what this one does. */
async function shareSnapshots(): Promise<void> {
  const workflows = await storage.getStore('workflows');
  if (!workflows) throw new Error('no workflow storage');
  for (const saved of Object.values(await redis.hgetallBuffer(SNAPSHOTS))) {
    await workflows.persistWorkflowSnapshot(deserialize(saved));
  }
  const persist = workflows.persistWorkflowSnapshot.bind(workflows);
  workflows.persistWorkflowSnapshot = async (snapshot) => {
    await persist(snapshot);
    const { workflowName, runId } = snapshot;
    await redis.hset(SNAPSHOTS, `${workflowName} ${runId}`, serialize(plain(snapshot)));
  };
}

/** Without what cannot be stored, as any database would leave it out. */
function plain(snapshot: unknown): unknown {
  return JSON.parse(JSON.stringify(snapshot));
}
