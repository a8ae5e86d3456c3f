/**
 * Slows down who guesses tokens. Counts different wrong tokens, not requests: a program that keeps
 * sending one outdated token is a nuisance, a sender of many is guessing.
 */

import { createHash } from 'node:crypto';

const WINDOW_MS = 60_000;
const PER_ADDRESS = 10;
/** Over all addresses, for senders who make up a new one each time. */
const OVERALL = 1000;
const EVERYONE = '*';

interface Guesses {
  until: number;
  wrong: Set<string>;
}

export class GuessLimit {
  readonly #byAddress = new Map<string, Guesses>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** How long this address must wait before a token of it is looked at again; 0 when it need not. */
  waitMs(address: string): number {
    return Math.max(this.#waitOf(address, PER_ADDRESS), this.#waitOf(EVERYONE, OVERALL));
  }

  /** Notes a wrong token. */
  wrong(address: string, token: string): void {
    const digest = createHash('sha256').update(token).digest('base64');
    this.#note(address, digest, PER_ADDRESS);
    this.#note(EVERYONE, digest, OVERALL);
  }

  #waitOf(address: string, most: number): number {
    const guesses = this.#byAddress.get(address);
    if (!guesses || guesses.wrong.size < most) return 0;
    return Math.max(0, guesses.until - this.#now());
  }

  #note(address: string, digest: string, most: number): void {
    const now = this.#now();
    let guesses = this.#byAddress.get(address);
    if (!guesses || guesses.until <= now) {
      this.#forgetOld(now);
      guesses = { until: now + WINDOW_MS, wrong: new Set() };
      this.#byAddress.set(address, guesses);
    }
    if (guesses.wrong.size < most) guesses.wrong.add(digest);
  }

  #forgetOld(now: number): void {
    for (const [address, { until }] of this.#byAddress) {
      if (until <= now) this.#byAddress.delete(address);
    }
  }
}
