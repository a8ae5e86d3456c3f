/**
 * What is known of a server's clock against our own monotonic one. Each reply that carries the
 * server's time narrows an interval: the server read its clock somewhere between our sending and
 * our receiving. Milliseconds throughout.
 */

/** Clocks run apart by less than this share; older knowledge is widened by it. */
const DRIFT = 0.0005;

export class ServerClock {
  #low = Number.NEGATIVE_INFINITY;
  #high = Number.POSITIVE_INFINITY;
  #at = 0;

  /** Whether anything is known at all. */
  get known(): boolean {
    return this.#low > Number.NEGATIVE_INFINITY;
  }

  /** Takes in one reply: sent and received on our clock, `serverMs` on the server's. */
  observe(sentAt: number, receivedAt: number, serverMs: number): void {
    const low = serverMs - receivedAt;
    const high = serverMs + 1 - sentAt;
    const slack = Math.max(0, receivedAt - this.#at) * DRIFT;
    const keptLow = this.#low - slack;
    const keptHigh = this.#high + slack;
    const stepped = low > keptHigh || high < keptLow;
    this.#low = stepped ? low : Math.max(low, keptLow);
    this.#high = stepped ? high : Math.min(high, keptHigh);
    this.#at = receivedAt;
  }

  /**
   * The server's time at a moment of ours, at the earliest that it can be: a limit made of it
   * errs on the side of refusing.
   */
  earliest(at: number): number {
    return Math.floor(at + this.#low - Math.max(0, at - this.#at) * DRIFT);
  }

  /** Forgets everything: another server may answer from now on. */
  reset(): void {
    this.#low = Number.NEGATIVE_INFINITY;
    this.#high = Number.POSITIVE_INFINITY;
  }
}
