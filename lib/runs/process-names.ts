/** What the processes behind runs are called, from the cards that they keep in Redis. */

import { colourPlace } from '../keys/colour-place.ts';
import { namedProcess } from '../keys/owner.ts';
import { CARD_TTL_MS, type Instance, listInstances } from '../pubsub/index.ts';
import { ColourPlaces } from './colour-places.ts';
import type { RedisClient } from './thread-tail.ts';

export interface RunProcess {
  /** The id under which the process registers its runs. */
  id: string;
  /**
   * Service name, with the host where others are called the same; the beginning of the id where
   * the process said nothing of itself.
   */
  label: string;
  host: string | null;
  pid: number | null;
  /** Its place among the colours. */
  colour: number;
}

const READ_EVERY_MS = 3_000;
/** Processes remembered; those that ended first are forgotten first. */
const MOST_KNOWN = 2_000;

interface KnownInstance extends Instance {
  prefix: string;
}

export class ProcessNames {
  readonly #redis: RedisClient;
  readonly #prefixes: readonly string[];
  readonly #instances = new Map<string, KnownInstance>();
  /** By the id of the card: one process may register its runs under several ids. */
  readonly #cards = new Map<string, KnownInstance>();
  // Of a process without a card nothing says that it ended.
  readonly #colours = new ColourPlaces((id) => this.#cards.get(id)?.alive ?? true);
  #timer: NodeJS.Timeout | undefined;

  constructor(options: { redis: RedisClient; prefixes: readonly string[] }) {
    this.#redis = options.redis;
    this.#prefixes = options.prefixes;
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.refresh(), READ_EVERY_MS);
    this.#timer.unref();
    void this.refresh();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Reads the cards now. What cannot be read stays as it was. */
  async refresh(): Promise<void> {
    for (const prefix of this.#prefixes) {
      const instances = await listInstances(this.#redis, prefix).catch(() => null);
      if (instances) this.take(prefix, instances);
    }
  }

  /** Takes note of all cards of a prefix. A process whose card was taken away has ended. */
  take(prefix: string, instances: readonly Instance[]): void {
    const listed = new Map(instances.map((one) => [one.id, one]));
    for (const instance of instances) {
      if (instance.sourceId === null) continue;
      this.#instances.set(instance.sourceId, { ...instance, prefix });
      this.#cards.set(instance.id, { ...instance, prefix });
    }
    for (const known of [this.#instances, this.#cards]) {
      for (const [id, one] of known) {
        if (one.prefix !== prefix) continue;
        const { alive = false, seenAt = one.seenAt } = listed.get(one.id) ?? {};
        Object.assign(one, { alive, seenAt });
        if (!alive && known.size > MOST_KNOWN) known.delete(id);
      }
    }
  }

  /**
   * Whether the process is known to live at this moment of Redis' clock: a card that was good when it was
   * read proves nothing once its time is over.
   */
  isAlive(sourceId: string, now: number): boolean {
    const known = this.#instances.get(sourceId);
    return known?.alive === true && now - known.seenAt < CARD_TTL_MS;
  }

  /** What the process says of itself; `null` where it says nothing. */
  cardOf(sourceId: string): Instance | null {
    return this.#instances.get(sourceId) ?? null;
  }

  /** The process that registers its runs under this id. */
  nameOf(sourceId: string): RunProcess {
    const instance = this.#instances.get(sourceId);
    // No colour is kept for an id whose process is about to be known by its card.
    const colour = instance ? this.#colours.of(instance.id) : colourPlace(sourceId);
    if (!instance) {
      return { id: sourceId, label: sourceId.slice(0, 8), host: null, pid: null, colour };
    }
    const { host, pid } = instance;
    return { id: sourceId, label: this.#labelOf(instance), host, pid, colour };
  }

  /** The process that an owner names itself, as `service@host:pid` does; `null` where it names none. */
  namedBy(owner: string): RunProcess | null {
    const named = namedProcess(owner);
    return named && { ...named, colour: this.#colours.of(named.id) };
  }

  /** As much of its name as tells a process from those that live beside it. */
  #labelOf({ id, service, host, pid }: Instance): string {
    const beside = [...this.#cards.values()].filter(
      (other) => other.alive && other.id !== id && other.service === service,
    );
    if (beside.length === 0) return service;
    const alone = beside.every((other) => other.host !== host);
    return alone ? `${service} ${host}` : `${service} ${host}:${pid}`;
  }
}
