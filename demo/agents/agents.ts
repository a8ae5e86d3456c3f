/** Mastra with one agent, as an application would set it up, but with the mock model. */

import { Agent } from '@mastra/core/agent';
import type { PubSub } from '@mastra/core/events';
import { Mastra } from '@mastra/core/mastra';
import { MockMemory } from '@mastra/core/memory';
import { InMemoryStore } from '@mastra/core/storage';
import type { RedisStreamsPubSub } from '../../lib/pubsub/index.ts';
import { mockModel } from './mock-model.ts';
import { tools } from './tools.ts';

export type DemoAgent = Agent<'support', typeof tools>;

/** @param onCall told what people wrote, for each call of the model */
export function createAgent(
  pubsub: RedisStreamsPubSub,
  onCall?: (messages: string[]) => void,
): DemoAgent {
  const agent = new Agent({
    id: 'support',
    name: 'support',
    instructions: 'Answer briefly.',
    model: mockModel(onCall),
    tools,
    memory: new MockMemory(),
  });
  new Mastra({
    agents: { support: agent },
    // Mastra types a pubsub as its abstract class, which has protected members; it uses the shape.
    pubsub: pubsub as unknown as PubSub,
    storage: new InMemoryStore(),
    logger: false,
  });
  return agent;
}
