/** A question at a steady pace: a socket can stay open long after the server behind it went silent. */

import type { Redis } from 'ioredis';
import { within } from '../with-timeout.ts';

export const HEARTBEAT_EVERY_MS = 750;
const TIMEOUT_MS = 1000;
const TICK_MS = 20;
/** An answer this late, less what this process was late itself, is that of a server that stood still. */
const STALLED_MS = 200;
/** A server that says nothing for so long gets a new connection. */
const GIVE_UP_MS = 6000;

export interface HeartbeatListener {
  /** Asks the server something that it answers at once. @throws when it does not. */
  ask(): Promise<unknown>;
  answered(): void;
  silent(): void;
  /** The answer took so long that the server did nothing meanwhile, milliseconds. */
  stalled(ms: number): void;
}

export class Heartbeat {
  readonly #redis: Redis;
  readonly #listener: HeartbeatListener;
  readonly #timer: NodeJS.Timeout;
  #answeredAt = performance.now();
  #closed = false;

  constructor(redis: Redis, listener: HeartbeatListener) {
    this.#redis = redis;
    this.#listener = listener;
    this.#timer = setInterval(() => void this.#beat(), HEARTBEAT_EVERY_MS);
    this.#timer.unref();
  }

  /** Takes note of any other sign of life. */
  heard(): void {
    this.#answeredAt = performance.now();
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
  }

  /** Adds up while a beat is under way how late this process is itself. Returns how to end that, which answers the sum. */
  #watchOwnDelay(): () => number {
    let lateMs = 0;
    let at = performance.now();
    const timer = setInterval(() => {
      lateMs += Math.max(0, performance.now() - at - TICK_MS);
      at = performance.now();
    }, TICK_MS);
    return () => {
      clearInterval(timer);
      return lateMs;
    };
  }

  async #beat(): Promise<void> {
    if (this.#redis.status !== 'ready') {
      this.#answeredAt = performance.now();
      return;
    }
    const sentAt = performance.now();
    const ownDelay = this.#watchOwnDelay();
    try {
      await within(TIMEOUT_MS, this.#listener.ask());
      this.#answeredAt = performance.now();
      if (this.#closed) return;
      this.#listener.answered();
      const tookMs = this.#answeredAt - sentAt - ownDelay();
      if (tookMs > STALLED_MS) this.#listener.stalled(this.#answeredAt - sentAt);
    } catch {
      // Behind a big reading an answer can wait long; what was heard since it left proves as much.
      if (this.#closed || this.#answeredAt > sentAt) return;
      this.#listener.silent();
      if (performance.now() - this.#answeredAt > GIVE_UP_MS) this.#redis.disconnect(true);
    } finally {
      ownDelay();
    }
  }
}
