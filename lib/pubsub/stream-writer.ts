/** Everything that is written to topic streams: publish, acknowledge, refuse, trim, clear. */

import { decodeEvent, EVENT_FIELD, encodeEvent, type PubSubEvent } from './event.ts';
import type { RedisClient, Settings } from './options.ts';

const TRIM_PAGE = 500;

export class StreamWriter {
  readonly #redis: RedisClient;
  readonly #settings: Settings;
  readonly #acks = new Map<string, { ids: string[]; sent: Promise<void> }>();

  constructor(redis: RedisClient, settings: Settings) {
    this.#redis = redis;
    this.#settings = settings;
  }

  /** Appends an event; the stream's cap and idle TTL are set with it, all or nothing. */
  async append(key: string, event: PubSubEvent): Promise<void> {
    const write = this.#redis
      .multi()
      .xadd(key, ...this.#cap(), '*', EVENT_FIELD, encodeEvent(event));
    await settled(this.#renewed(write, key).exec());
  }

  /**
   * Acknowledges one entry for a group. Acknowledgements of one tick travel as one command.
   * @throws when Redis did not take them: the entries stay pending.
   */
  ack(key: string, group: string, id: string): Promise<void> {
    const place = `${group}\n${key}`;
    const waiting = this.#acks.get(place);
    if (waiting) {
      waiting.ids.push(id);
      return waiting.sent;
    }
    const ids = [id];
    const sent = new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
      this.#acks.delete(place);
      await this.#redis.xack(key, group, ...ids);
    });
    this.#acks.set(place, { ids, sent });
    return sent;
  }

  /** Puts an event back at the end of its stream and acknowledges the old entry, in one step. */
  async replace(key: string, group: string, id: string, event: PubSubEvent): Promise<void> {
    const write = this.#redis
      .multi()
      .xadd(key, ...this.#cap(), '*', EVENT_FIELD, encodeEvent(event))
      .xack(key, group, id);
    await settled(this.#renewed(write, key).exec());
  }

  /** Deletes a stream with all its groups. */
  async clear(key: string): Promise<void> {
    await this.#redis.del(key);
  }

  /** Deletes what one run published, all of it or what it published before a time. */
  async trim(key: string, runId: string, producedBefore: number): Promise<void> {
    let from = '-';
    for (;;) {
      const page = await this.#redis.xrange(key, from, '+', 'COUNT', TRIM_PAGE);
      const doomed = page.filter(([, fields]) => {
        const event = decodeEvent(fields[1] ?? '');
        return event?.runId === runId && event.createdAt.getTime() < producedBefore;
      });
      if (doomed.length > 0) await this.#redis.xdel(key, ...doomed.map(([id]) => id));
      const last = page.at(-1)?.[0];
      if (last === undefined || page.length < TRIM_PAGE) return;
      from = `(${last}`;
    }
  }

  #cap(): ['MAXLEN', '~', number] | [] {
    const { maxStreamLength } = this.#settings;
    return maxStreamLength > 0 ? ['MAXLEN', '~', maxStreamLength] : [];
  }

  #renewed<Chain extends { pexpire(key: string, ms: number): Chain }>(
    write: Chain,
    key: string,
  ): Chain {
    const { streamIdleTtlMs } = this.#settings;
    return streamIdleTtlMs > 0 ? write.pexpire(key, streamIdleTtlMs) : write;
  }
}

/** Waits for a transaction and throws the first error within it. */
export async function settled(
  replies: Promise<[error: Error | null, result: unknown][] | null>,
): Promise<void> {
  const failed = (await replies)?.find(([error]) => error);
  if (failed?.[0]) throw failed[0];
}
