/**
 * Redis' clock, read off our own monotonic one. The machine's wall clock is never consulted after
 * the first sample, so a clock set wrong, or stepped, changes nothing.
 */

/** The part of a Redis client that tells the time. */
export interface TimeSource {
  time(): Promise<(number | string)[]>;
}

const SAMPLES = 3;
/** A difference that no network delay explains: somebody set a clock. */
const STEP_MS = 500;

export interface ClockSample {
  /** Shortest round trip of the sample, milliseconds. */
  roundTripMs: number;
  /** True when Redis' clock was stepped since the sample before. */
  stepped: boolean;
}

export class RedisClock {
  readonly #monotonic: () => number;
  #offset: number;
  #sampled = false;

  /** @param monotonic milliseconds that never go back. */
  constructor(monotonic: () => number = () => performance.now()) {
    this.#monotonic = monotonic;
    this.#offset = Date.now() - monotonic();
  }

  /** Milliseconds on Redis' clock; on this machine's until the first sample. */
  now(): number {
    return this.#monotonic() + this.#offset;
  }

  /** How far this machine's wall clock is ahead of Redis', milliseconds. */
  wallClockAheadMs(): number {
    return Date.now() - this.now();
  }

  /** Asks Redis for the time and keeps the answer with the shortest round trip. */
  async sample(redis: TimeSource): Promise<ClockSample> {
    let best = Number.POSITIVE_INFINITY;
    let offset = this.#offset;
    for (let i = 0; i < SAMPLES; i++) {
      const sent = this.#monotonic();
      const server = millisecondsOf(await redis.time());
      const roundTrip = this.#monotonic() - sent;
      if (roundTrip >= best) continue;
      best = roundTrip;
      offset = server - (sent + roundTrip / 2);
    }
    const stepped = this.#sampled && Math.abs(offset - this.#offset) > STEP_MS + best;
    this.#offset = offset;
    this.#sampled = true;
    return { roundTripMs: best, stepped };
  }
}

/** A reply of TIME (seconds, microseconds) as milliseconds. */
export function millisecondsOf(time: (number | string)[]): number {
  return Number(time[0]) * 1000 + Number(time[1]) / 1000;
}
