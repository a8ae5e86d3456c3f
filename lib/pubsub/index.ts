/** Redis Streams pubsub for Mastra, with leases. */

export type { EventCallback, NewEvent, PubSubEvent, SubscribeOptions } from './event.ts';
export {
  type ProcessIntroduction,
  type PubSubLogger,
  PubSubOptionError,
  type RedisStreamsPubSubOptions,
} from './options.ts';
export { CARD_TTL_MS, type Instance, listInstances, type ProcessCard } from './process-card.ts';
export { PubSubClosedError, RedisStreamsPubSub } from './redis-streams-pubsub.ts';
