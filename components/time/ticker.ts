/**
 * One timer for every countdown on the page. Listeners write to the DOM themselves, so that time
 * passing renders nothing in React. The first listener starts it, the last one stops it; a hidden
 * page gets no frames and so costs nothing.
 */
export class Ticker {
  readonly #listeners = new Set<() => void>();
  /** Ends the wait for the next tick; `null` while nobody listens. */
  #stop: (() => void) | null = null;

  /** Calls `listener` about ten times a second (once, where reduced motion is asked for) until the answer is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    if (this.#stop === null) this.#tickInNextFrame();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stop?.();
      this.#stop = null;
    };
  }

  /** What is written within a frame is drawn with it. */
  #tickInNextFrame(): void {
    const frame = requestAnimationFrame(() => {
      this.#wait();
      for (const listener of this.#listeners) listener();
    });
    this.#stop = () => cancelAnimationFrame(frame);
  }

  /** A frame is asked for when the next tick is due, and not before: each has the page drawn anew. */
  #wait(): void {
    const timer = setTimeout(() => this.#tickInNextFrame(), periodMs());
    this.#stop = () => clearTimeout(timer);
  }
}

/** A frame after these is the tenth of a second, or the second. */
const PERIOD_MS = 90;
const CALM_PERIOD_MS = 990;

let calm: MediaQueryList | undefined;

function periodMs(): number {
  calm ??= matchMedia('(prefers-reduced-motion: reduce)');
  return calm.matches ? CALM_PERIOD_MS : PERIOD_MS;
}
