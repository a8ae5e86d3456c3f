/** PING at a steady pace: a socket can stay open long after the server behind it went silent. */

import type { Redis } from 'ioredis';
import { within } from '../with-timeout.ts';

const EVERY_MS = 750;
const TIMEOUT_MS = 1000;
/** A server that says nothing for so long gets a new connection. */
const GIVE_UP_MS = 6000;

export interface HeartbeatListener {
  answered(): void;
  silent(): void;
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
    this.#timer = setInterval(() => void this.#beat(), EVERY_MS);
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

  async #beat(): Promise<void> {
    if (this.#redis.status !== 'ready') {
      this.#answeredAt = performance.now();
      return;
    }
    const sentAt = performance.now();
    try {
      await within(TIMEOUT_MS, this.#redis.ping());
      this.#answeredAt = performance.now();
      if (!this.#closed) this.#listener.answered();
    } catch {
      // Behind a big reading a PING can wait long; what was heard since it left proves as much.
      if (this.#closed || this.#answeredAt > sentAt) return;
      this.#listener.silent();
      if (performance.now() - this.#answeredAt > GIVE_UP_MS) this.#redis.disconnect(true);
    }
  }
}
