/**
 * Slows down who guesses tokens. Counts different wrong tokens, not requests: a program that keeps
 * sending one outdated token is a nuisance, a sender of many is guessing. A right token is never
 * refused: addresses can be shared, and somebody else's guesses must lock nobody out. Tokens are long
 * enough that looking at each guess gives nothing away.
 */

import { createHash } from 'node:crypto';

const WINDOW_MS = 60_000;
const PER_ADDRESS = 10;
/** Addresses remembered at once; the one seen longest ago is forgotten. */
const MAX_ADDRESSES = 10_000;

interface Guesses {
  until: number;
  wrong: Set<string>;
}

export class GuessLimit {
  /** In the order in which the addresses were first seen in their window. */
  readonly #byAddress = new Map<string, Guesses>();
  readonly #now: () => number;
  readonly #maxAddresses: number;

  constructor(now: () => number = Date.now, maxAddresses = MAX_ADDRESSES) {
    this.#now = now;
    this.#maxAddresses = maxAddresses;
  }

  /** How many addresses are remembered. */
  get size(): number {
    return this.#byAddress.size;
  }

  /** Notes a wrong token. Answers how long this address should wait; 0 while it may try another. */
  wrong(address: string, token: string): number {
    const now = this.#now();
    const guesses = this.#current(address, now);
    if (guesses.wrong.size >= PER_ADDRESS) return guesses.until - now;
    guesses.wrong.add(createHash('sha256').update(token).digest('base64'));
    return 0;
  }

  #current(address: string, now: number): Guesses {
    const known = this.#byAddress.get(address);
    if (known && known.until > now) return known;
    const begun = { until: now + WINDOW_MS, wrong: new Set<string>() };
    this.#byAddress.delete(address);
    this.#byAddress.set(address, begun);
    const [oldest] = this.#byAddress.keys();
    if (this.#byAddress.size > this.#maxAddresses && oldest !== undefined)
      this.#byAddress.delete(oldest);
    return begun;
  }
}
