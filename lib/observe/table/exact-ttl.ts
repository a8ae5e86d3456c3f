/**
 * The TTL that holders set, told exactly although news come late: so that the beginning of a grant
 * follows from the deadline that the server keeps, and is the same for every watch.
 */

/** What we take for the server's clock is right to so much. */
const CLOCK_MS = 60;
/** A watch is behind by no more than this for the usual TTL to tell how far. */
const BEHIND_MS = 1000;
/** Holders mostly set a multiple of this, and one that is near it is taken for it. */
const ROUND_TO_MS = 500;
/** So often in a row another TTL is seen before it is the usual one. */
const CONVINCED = 4;

/** Knows the usual TTL of one sort of lease. */
export class ExactTtl {
  #usualMs: number | null = null;
  #otherMs = 0;
  #seenOther = 0;

  /**
   * The TTL set by a holder; `null` when it cannot be told. `seenMs` is what is left of it and the
   * time since the news of it: delays make that less. `isSteady`: holders set the usual one only.
   */
  of(seenMs: number, isSteady = true): number | null {
    const nearest = Math.round(seenMs / ROUND_TO_MS) * ROUND_TO_MS;
    const round = nearest > 0 && Math.abs(nearest - seenMs) <= CLOCK_MS ? nearest : null;
    if (round !== null) this.#note(round);
    const usual = this.#usualMs;
    if (usual === null || !isSteady) return round;
    const behindMs = usual - seenMs;
    return behindMs > -CLOCK_MS && behindMs < BEHIND_MS ? usual : round;
  }

  #note(ttlMs: number): void {
    if (ttlMs === this.#usualMs) {
      this.#seenOther = 0;
      return;
    }
    this.#seenOther = ttlMs === this.#otherMs ? this.#seenOther + 1 : 1;
    this.#otherMs = ttlMs;
    if (this.#usualMs !== null && this.#seenOther < CONVINCED) return;
    this.#usualMs = ttlMs;
    this.#seenOther = 0;
  }
}
