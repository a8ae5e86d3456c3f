/**
 * One timer for every countdown on the page. Listeners write to the DOM themselves, so that time
 * passing renders nothing in React. The first listener starts it, the last one stops it; a hidden
 * page gets no frames and so costs nothing.
 */
export class Ticker {
  readonly #listeners = new Set<() => void>();
  #frame: number | null = null;
  #last = Number.NEGATIVE_INFINITY;

  /** Calls `listener` about ten times a second (once, where reduced motion is asked for) until the answer is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    if (this.#frame === null) this.#frame = requestAnimationFrame(this.#tick);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0 && this.#frame !== null) {
        cancelAnimationFrame(this.#frame);
        this.#frame = null;
      }
    };
  }

  readonly #tick = (at: number): void => {
    if (at - this.#last >= periodMs()) {
      this.#last = at;
      for (const listener of this.#listeners) listener();
    }
    this.#frame = requestAnimationFrame(this.#tick);
  };
}

const PERIOD_MS = 95;
const CALM_PERIOD_MS = 995;

let calm: MediaQueryList | undefined;

function periodMs(): number {
  calm ??= matchMedia('(prefers-reduced-motion: reduce)');
  return calm.matches ? CALM_PERIOD_MS : PERIOD_MS;
}
