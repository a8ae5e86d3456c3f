/** Losses that no event reports: emptied databases, another server, and times in which it stood still. */

import type { Redis } from 'ioredis';
import type { RedisClock } from '../redis-clock.ts';
import { within } from '../with-timeout.ts';
import { HEARTBEAT_EVERY_MS } from './heartbeat.ts';
import { ServerMarks } from './server-marks.ts';

const TIMEOUT_MS = 2000;
/** How long after a stall what waited at the server is being done. */
const STALL_END_MS = 300;

export interface SilentLossesOptions {
  redis: Redis;
  clock: RedisClock;
  /** Everything must be compared; nothing was lost until `seenUntil`, milliseconds on Redis' clock. */
  lost: (reason: string, seenUntil: number) => void;
  /** Nothing is lost, but changes may have been too close together to be told apart. */
  stalled: (gap: { from: number; to: number; reason: string }) => void;
}

export class SilentLosses {
  readonly #options: SilentLossesOptions;
  readonly #marks: ServerMarks;
  #unchangedAt: number;

  constructor(options: SilentLossesOptions) {
    this.#options = options;
    this.#marks = new ServerMarks(options.redis);
    this.#unchangedAt = options.clock.now();
  }

  /** Asks the server, as often as the heart beats. @throws when it does not answer. */
  async look(): Promise<void> {
    const { clock, lost } = this.#options;
    const askedAt = clock.now();
    const reason = await this.#marks.look();
    if (reason !== null) lost(reason, this.#unchangedAt);
    this.#unchangedAt = askedAt;
  }

  /** A scan is about to find everything that was lost before. Never rejects. */
  async begin(): Promise<void> {
    const now = this.#options.clock.now();
    await within(TIMEOUT_MS, this.#marks.look()).catch(() => this.#marks.forget());
    this.#unchangedAt = now;
  }

  /**
   * The server stood still for `ms` until now. What was sent to it meanwhile happens all at once
   * afterwards, faster than it can be read.
   */
  stall(ms: number): void {
    const { clock, stalled } = this.#options;
    const from = clock.now() - ms - HEARTBEAT_EVERY_MS;
    setTimeout(() => {
      stalled({ from, to: clock.now(), reason: 'Redis stood still for a moment' });
    }, STALL_END_MS).unref();
  }
}
