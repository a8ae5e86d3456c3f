/**
 * The server's clock, counted on by the page's monotonic one: right on a laptop ten minutes off,
 * and through a change of its clock.
 *
 * A message is always younger when sent than when it arrives, so the largest difference seen is
 * the one with the least delay in it, and the best estimate.
 */
export class ServerClock {
  #differences: number[] = [];
  #best: number | null = null;
  readonly #monotonic: () => number;

  constructor(monotonic: () => number = () => performance.now()) {
    this.#monotonic = monotonic;
  }

  /** Takes in the server's time (milliseconds) of a message that has just arrived. */
  observe(serverNow: number): void {
    this.#differences.push(serverNow - this.#monotonic());
    if (this.#differences.length > KEPT) this.#differences.shift();
    this.#best = Math.max(...this.#differences);
  }

  /** Forgets what was learnt: after sleep the monotonic clock may have stood still. */
  reset(serverNow: number): void {
    this.#differences = [];
    this.observe(serverNow);
  }

  /** The server's time in milliseconds; the machine's own until the first message. */
  now(): number {
    return this.#best === null ? Date.now() : this.#best + this.#monotonic();
  }
}

const KEPT = 20;
