/** The options of the pubsub: names and defaults as Mastra's own class has them, checked at once. */

import type { Cluster, ClusterNode, ClusterOptions, Redis, RedisOptions } from 'ioredis';

/** A connection of either kind. */
export type RedisClient = Redis | Cluster;

/** Receives diagnostics. Never given what people or models wrote. */
export interface PubSubLogger {
  debug?: (message: string) => void;
  warn?: (message: string) => void;
}

/** How a process introduces itself to a dashboard. */
export interface ProcessIntroduction {
  /** What the process is called; the program's file name when absent. */
  service?: string;
  version?: string;
  /** The machine's host name when absent. */
  host?: string;
}

export interface RedisStreamsPubSubOptions {
  /** `redis://` or `rediss://`. Default: `redisOptions.url`, else `redis://localhost:6379`. */
  url?: string;
  /** Topics live at `<keyPrefix>:<topic>`, leases at `<keyPrefix>:lease:<key>`. Default `mastra:topic`. */
  keyPrefix?: string;
  /** How long one read waits for events, milliseconds. Default 1000. */
  blockMs?: number;
  /** Options for every connection made here. */
  redisOptions?: RedisOptions & { url?: string };
  /** A Redis Cluster; instead of `url`, `redisOptions` and `client`. */
  cluster?: { rootNodes: readonly (ClusterNode | { url: string })[]; options?: ClusterOptions };
  /** A ready client, used for writing and duplicated for reading. The pubsub quits it on `close`. */
  client?: RedisClient;
  /** About how many entries a stream keeps; 0 keeps all. Default 10000. */
  maxStreamLength?: number;
  /** Idle time after which Redis drops a stream, milliseconds, renewed by every write; 0 never. Default 0. */
  streamIdleTtlMs?: number;
  /** How often abandoned events are looked for, milliseconds; 0 never. Default 30000. */
  reclaimIntervalMs?: number;
  /** How long an event must have been left alone before another subscriber takes it. Default 60000. */
  reclaimIdleMs?: number;
  /** Deliveries of an event that is refused each time, then it is dropped. `Infinity` or 0: no cap. Default 5. */
  maxDeliveryAttempts?: number;
  /** How long a handler may hold an event before it counts as refused, milliseconds; 0 for ever. Default 0. */
  inFlightTimeoutMs?: number;
  logger?: PubSubLogger;
  /** What to say of this process to dashboards; `false` says nothing and writes nothing. */
  process?: ProcessIntroduction | false;
}

export interface Settings {
  keyPrefix: string;
  blockMs: number;
  maxStreamLength: number;
  streamIdleTtlMs: number;
  reclaimIntervalMs: number;
  reclaimIdleMs: number;
  maxDeliveryAttempts: number;
  inFlightTimeoutMs: number;
  logger: PubSubLogger;
}

/** An option that cannot be meant. */
export class PubSubOptionError extends TypeError {
  override name = 'PubSubOptionError';
  readonly code = 'ERR_PUBSUB_OPTION';
}

const LARGEST_MS = 2 ** 31 - 1;

/**
 * Checks the options and fills in defaults.
 * @throws PubSubOptionError naming the option and what it got; addresses are never quoted.
 */
export function settingsOf(options: RedisStreamsPubSubOptions): Settings {
  refuseTwoServers(options);
  const keyPrefix = options.keyPrefix ?? 'mastra:topic';
  if (typeof keyPrefix !== 'string' || keyPrefix === '')
    refuse('keyPrefix', keyPrefix, 'some text');
  return {
    keyPrefix,
    blockMs: whole(options, 'blockMs', 1000, 1),
    maxStreamLength: whole(options, 'maxStreamLength', 10_000, 0),
    streamIdleTtlMs: whole(options, 'streamIdleTtlMs', 0, 0, Number.MAX_SAFE_INTEGER),
    reclaimIntervalMs: whole(options, 'reclaimIntervalMs', 30_000, 0),
    reclaimIdleMs: whole(options, 'reclaimIdleMs', 60_000, 0),
    maxDeliveryAttempts: attempts(options),
    inFlightTimeoutMs: whole(options, 'inFlightTimeoutMs', 0, 0),
    logger: options.logger ?? {},
  };
}

function refuseTwoServers(options: RedisStreamsPubSubOptions): void {
  const { url, redisOptions, cluster, client } = options;
  if (cluster && (url || redisOptions || client)) {
    throw new PubSubOptionError('cluster cannot be combined with url, redisOptions or client');
  }
  if (client && (url || redisOptions)) {
    throw new PubSubOptionError('client cannot be combined with url or redisOptions');
  }
  if (cluster && cluster.rootNodes.length === 0) {
    throw new PubSubOptionError('cluster.rootNodes must name at least one node');
  }
  const address = url ?? redisOptions?.url;
  if (address !== undefined && !/^rediss?:\/\//.test(address)) {
    throw new PubSubOptionError('url must start with redis:// or rediss://');
  }
}

type Numeric = Exclude<keyof Settings, 'keyPrefix' | 'logger'>;

function whole(
  options: RedisStreamsPubSubOptions,
  name: Numeric,
  usual: number,
  least: number,
  most = LARGEST_MS,
): number {
  const value = options[name] ?? usual;
  if (!Number.isInteger(value) || value < least || value > most) {
    refuse(name, value, `a whole number from ${least} to ${most}`);
  }
  return value;
}

function attempts(options: RedisStreamsPubSubOptions): number {
  const value = options.maxDeliveryAttempts ?? 5;
  if (value === 0 || value === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
  if (!Number.isInteger(value) || value < 0) {
    refuse('maxDeliveryAttempts', value, 'a whole number from 1, or Infinity');
  }
  return value;
}

function refuse(name: string, value: unknown, wanted: string): never {
  throw new PubSubOptionError(`${name} must be ${wanted}, got ${quoted(value)}`);
}

function quoted(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 80)) : String(value);
}
