/** Mastra with one agent, as an application would set it up, but with the mock model. */

import { Agent } from '@mastra/core/agent';
import type { PubSub } from '@mastra/core/events';
import { Mastra } from '@mastra/core/mastra';
import { MockMemory } from '@mastra/core/memory';
import { InMemoryStore } from '@mastra/core/storage';
import { mockModel } from './mock-model.ts';
import { tools } from './tools.ts';

/** Mastra types a pubsub as its abstract class, which has protected members; it uses the shape. */
type AnyPubSub = Pick<PubSub, 'publish' | 'subscribe' | 'unsubscribe' | 'flush' | 'clearTopic'>;

export type DemoAgent = Agent<'support', typeof tools>;

/** @param onCall told what people wrote, for each call of the model */
export function createAgent(pubsub: AnyPubSub, onCall?: (messages: string[]) => void): DemoAgent {
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
    pubsub: pubsub as PubSub,
    storage: new InMemoryStore(),
    logger: false,
  });
  return agent;
}
