/**
 * The source of one observation, and whether it is still the right one. Event flags are looked at
 * again and again, for they are lost when the server restarts and anybody may change them.
 */

import type { Redis } from 'ioredis';
import { within } from '../with-timeout.ts';
import type { ChangeSource, SourceOptions } from './change-source.ts';
import { readEventFlags, startSource } from './choose-source.ts';
import { enableEventFlags, type FlagsSet } from './enable-events.ts';
import { KeyspaceSource } from './keyspace-source.ts';

export interface SourceKeeperOptions extends Omit<SourceOptions, 'db'> {
  redis: Redis;
  /** Which server, as it is called in findings. */
  node: string;
  timeoutMs: number;
  mayEnableEvents: boolean;
  flagsSet: (set: FlagsSet) => void;
  /** The source is another one now. */
  changed: () => void;
}

/** Seen all of these, the events that leases need are on, whether or not the server says so. */
const PROOF = ['set', 'expire', 'del'];

export class SourceKeeper {
  readonly #options: SourceKeeperOptions & SourceOptions;
  #source: ChangeSource | null = null;
  #flags: string | null = null;
  /** Listens for events that the server may or may not send. */
  #trial: { source: ChangeSource; seen: Set<string>; live: boolean } | null = null;
  #closed = false;

  constructor(options: SourceKeeperOptions) {
    this.#options = { ...options, db: options.redis.options.db ?? 0 };
  }

  get source(): ChangeSource | null {
    return this.#source;
  }

  /** @throws when the server does not answer. */
  async start(): Promise<void> {
    const { redis, timeoutMs, mayEnableEvents } = this.#options;
    if (mayEnableEvents) await within(timeoutMs, this.#enableEvents());
    this.#flags = await this.#readFlags(redis);
    const source = await startSource(this.#flags, timeoutMs, this.#options);
    if (this.#closed) source.close();
    else this.#source = source;
    if (this.#flags === null && !this.#closed) await this.#tryEvents();
  }

  /** Whether the server's event flags are other ones than at the start. */
  async flagsChanged(): Promise<boolean> {
    if (this.#flags === null) return false;
    const flags = await this.#readFlags(this.#options.redis);
    return flags !== null && flags !== this.#flags;
  }

  /** Goes over to events when they have proved to come although the server hides its flags. */
  review(): void {
    const trial = this.#trial;
    if (!trial || trial.live || !PROOF.every((event) => trial.seen.has(event))) return;
    trial.live = true;
    this.#source?.close();
    this.#source = trial.source;
    this.#options.changed();
  }

  close(): void {
    this.#closed = true;
    this.#source?.close();
    this.#trial?.source.close();
    this.#source = null;
    this.#trial = null;
  }

  async #enableEvents(): Promise<void> {
    const { redis, node, flagsSet } = this.#options;
    try {
      const set = await enableEventFlags(redis, node);
      if (set) flagsSet(set);
    } catch {
      // The server does not let us: another source is found, and the reason shown with it.
    }
  }

  async #readFlags(redis: Redis): Promise<string | null> {
    const { timeoutMs } = this.#options;
    return within(timeoutMs, readEventFlags(redis));
  }

  /** Subscribes to events on trial: nothing is lost when none come. */
  async #tryEvents(): Promise<void> {
    const { sink, timeoutMs } = this.#options;
    const seen = new Set<string>();
    const isLive = () => this.#trial?.live === true;
    const source = new KeyspaceSource({
      ...this.#options,
      sink: {
        event: (key, name) => {
          if (isLive()) sink.event(key, name);
          else seen.add(name);
        },
        touched: (key) => sink.touched(key),
        flushed: () => sink.flushed(),
        lost: (reason) => {
          if (isLive()) sink.lost(reason);
        },
      },
    });
    this.#trial = { source, seen, live: false };
    try {
      await within(timeoutMs, source.start());
    } catch {
      source.close();
      this.#trial = null;
    }
  }
}
