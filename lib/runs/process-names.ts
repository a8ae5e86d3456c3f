/** What the processes behind runs are called, from the cards that they keep in Redis. */

import { type Instance, listInstances } from '../pubsub/index.ts';
import type { RedisClient } from './thread-tail.ts';

export interface RunProcess {
  /** The id under which the process registers its runs. */
  id: string;
  /** Service name, or the beginning of the id where the process said nothing of itself. */
  label: string;
  host: string | null;
  pid: number | null;
}

const READ_EVERY_MS = 3_000;

export class ProcessNames {
  readonly #redis: RedisClient;
  readonly #prefixes: readonly string[];
  readonly #instances = new Map<string, Instance>();
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
      const instances = await listInstances(this.#redis, prefix).catch(() => []);
      for (const instance of instances) {
        if (instance.sourceId !== null) this.#instances.set(instance.sourceId, instance);
      }
    }
  }

  /** Whether the process still renews its card. */
  isAlive(sourceId: string): boolean {
    return this.#instances.get(sourceId)?.alive ?? false;
  }

  /** What the process says of itself; `null` where it says nothing. */
  cardOf(sourceId: string): Instance | null {
    return this.#instances.get(sourceId) ?? null;
  }

  /** The process that registers its runs under this id. */
  nameOf(sourceId: string): RunProcess {
    const instance = this.#instances.get(sourceId);
    if (!instance) return { id: sourceId, label: sourceId.slice(0, 8), host: null, pid: null };
    const { service, host, pid } = instance;
    return { id: sourceId, label: service, host, pid };
  }
}
