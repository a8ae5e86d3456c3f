/**
 * Reads one topic for one consumer group and keeps on doing so: through lost connections, server
 * restarts, a deleted stream and replies that never arrived. What is done with an entry is its
 * owner's business.
 */

import { setTimeout as delay } from 'node:timers/promises';
import type { Connections } from './connections.ts';
import { isNoGroup, messageOf, within } from './failures.ts';
import type { RedisClient, Settings } from './options.ts';
import { FIRST_ID, isBefore, newestId } from './stream-ids.ts';
import { settled } from './stream-writer.ts';

/** An entry of the stream, assigned to our consumer and not yet acknowledged. */
export interface StreamEntry {
  id: string;
  /** The text of its `event` field; `undefined` where the entry was trimmed meanwhile. */
  text: string | undefined;
  /** How often it had been delivered before. */
  deliveredBefore: number;
}

export interface TopicReaderOptions {
  key: string;
  group: string;
  consumer: string;
  startFrom: 'earliest' | 'latest';
  /** A group that other processes share: what they abandoned is taken over. */
  shared: boolean;
  /** Takes an entry. Called in order, must not block. */
  onEntry: (entry: StreamEntry) => void;
  /** Whether an entry is in our hands already. */
  holds: (id: string) => boolean;
  /** Called about every `reclaimIntervalMs`, between two reads. */
  onRound: () => void;
}

const COUNT = 100;
const COUNT_SHARED = 16;
const READ_SLACK_MS = 10_000;
const FIRST_CONNECT_MS = 15_000;
const RETRY_MS = [50, 100, 250, 500, 1_000, 2_000] as const;

export class TopicReader {
  readonly #options: TopicReaderOptions;
  readonly #settings: Settings;
  readonly #connections: Connections;
  #connection: RedisClient | undefined;
  #lastId: string | undefined;
  #nextRoundAt: number;
  #stopped = false;
  #loop: Promise<void> | undefined;

  constructor(options: TopicReaderOptions, settings: Settings, connections: Connections) {
    this.#options = options;
    this.#settings = settings;
    this.#connections = connections;
    this.#nextRoundAt = performance.now() + settings.reclaimIntervalMs;
  }

  /** The newest entry handed out, or where reading began; `undefined` until the group exists. */
  get lastId(): string | undefined {
    return this.#lastId;
  }

  /** Resolves once the group exists, so that nothing published afterwards is missed. */
  async start(): Promise<void> {
    const giveUpAt = performance.now() + FIRST_CONNECT_MS;
    for (let attempt = 0; ; attempt++) {
      try {
        await this.#prepare();
        break;
      } catch (error) {
        this.#dropConnection();
        if (this.#stopped) throw new Error('unsubscribed before the subscription was ready');
        if (performance.now() > giveUpAt) throw error;
        await delay(pause(attempt));
      }
    }
    this.#loop = this.#run();
  }

  /** Ends reading. At once for a private group; for a shared one the read under way is seen through. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (!this.#options.shared) this.#dropConnection();
    await this.#loop;
    this.#dropConnection();
  }

  async #run(): Promise<void> {
    for (let failures = 0; !this.#stopped; ) {
      try {
        if (!this.#connection) await this.#prepare();
        await this.#round();
        const handed = this.#hand(await this.#read());
        if (handed > 0) failures = 0;
      } catch (error) {
        if (this.#stopped) return;
        if (isNoGroup(error)) {
          this.#settings.logger.debug?.(
            `pubsub: ${this.#options.group}: group is gone, made again`,
          );
          await this.#ensureGroup().catch(() => this.#dropConnection());
          continue;
        }
        this.#settings.logger.warn?.(`pubsub: reading is interrupted: ${messageOf(error)}`);
        this.#dropConnection();
        await delay(pause(failures++));
      }
    }
  }

  /** Connects, makes sure of the group, and picks up what was assigned to us and never arrived. */
  async #prepare(): Promise<void> {
    this.#connection ??= await this.#connections.openReader();
    if (this.#stopped) throw new Error('stopped');
    await this.#ensureGroup();
    await this.#recover();
  }

  async #ensureGroup(): Promise<void> {
    const { key, group } = this.#options;
    const redis = this.#ready();
    const position = await this.#position(redis);
    const create = redis.multi().xgroup('CREATE', key, group, position, 'MKSTREAM');
    const { streamIdleTtlMs } = this.#settings;
    if (streamIdleTtlMs > 0) create.pexpire(key, streamIdleTtlMs);
    await settled(create.exec()).catch((error: unknown) => {
      if (!messageOf(error).startsWith('BUSYGROUP')) throw error;
    });
    this.#lastId ??= position;
  }

  /** Where a new group begins. After a stream was deleted, everything in its successor is new. */
  async #position(redis: RedisClient): Promise<string> {
    if (this.#lastId === undefined && this.#options.startFrom === 'earliest') return FIRST_ID;
    const newest = await newestId(redis, this.#options.key);
    if (this.#lastId === undefined) return newest;
    return isBefore(newest, this.#lastId) ? FIRST_ID : this.#lastId;
  }

  async #read(): Promise<StreamEntry[]> {
    const { key, group, consumer, shared } = this.#options;
    const { blockMs } = this.#settings;
    const count = shared ? COUNT_SHARED : COUNT;
    const reply = this.#ready().xreadgroup(
      ...(['GROUP', group, consumer, 'COUNT', count, 'BLOCK', blockMs] as const),
      ...(['STREAMS', key, '>'] as const),
    );
    const streams = (await within(reply, blockMs + READ_SLACK_MS)) as [string, Entry[]][] | null;
    return (streams?.[0]?.[1] ?? []).map((entry) => entryOf(entry, 0));
  }

  #hand(entries: StreamEntry[]): number {
    for (const entry of entries) {
      this.#lastId = entry.id;
      this.#options.onEntry(entry);
    }
    return entries.length;
  }

  async #round(): Promise<void> {
    const { reclaimIntervalMs } = this.#settings;
    if (reclaimIntervalMs === 0 || performance.now() < this.#nextRoundAt) return;
    this.#nextRoundAt = performance.now() + reclaimIntervalMs;
    this.#options.onRound();
    await this.#recover();
    if (this.#options.shared) await this.#reclaim();
  }

  /** Entries assigned to us of which we know nothing: their reply was lost with a connection. */
  async #recover(): Promise<void> {
    await this.#takeOver(0, this.#options.consumer);
  }

  /** Entries that others of the group left alone for long. */
  async #reclaim(): Promise<void> {
    await this.#takeOver(this.#settings.reclaimIdleMs, null);
  }

  async #takeOver(idleMs: number, of: string | null): Promise<void> {
    const { key, group, consumer, holds, onEntry } = this.#options;
    const redis = this.#ready();
    let from = '-';
    for (;;) {
      const page = (await redis.call(
        'XPENDING',
        ...[key, group, 'IDLE', idleMs, from, '+', COUNT],
        ...(of === null ? [] : [of]),
      )) as [id: string, consumer: string, idleMs: number, deliveries: number][];
      const deliveries = new Map(page.map(([id, , , count]) => [id, Number(count)]));
      const wanted = page.map(([id]) => id).filter((id) => !holds(id));
      if (wanted.length > 0) {
        const claim = redis.call('XCLAIM', key, group, consumer, idleMs, ...wanted);
        for (const entry of (await claim) as (Entry | null)[]) {
          if (entry) onEntry(entryOf(entry, deliveries.get(entry[0]) ?? 1));
        }
      }
      const last = page.at(-1)?.[0];
      if (last === undefined || page.length < COUNT) return;
      from = `(${last}`;
    }
  }

  #ready(): RedisClient {
    if (!this.#connection) throw new Error('not connected');
    return this.#connection;
  }

  #dropConnection(): void {
    if (this.#connection) this.#connections.closeReader(this.#connection);
    this.#connection = undefined;
  }
}

type Entry = [id: string, fields: string[] | null];

function entryOf([id, fields]: Entry, deliveredBefore: number): StreamEntry {
  const at = fields?.indexOf('event') ?? -1;
  return { id, text: at < 0 ? undefined : fields?.[at + 1], deliveredBefore };
}

function pause(failures: number): number {
  return RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0;
}
