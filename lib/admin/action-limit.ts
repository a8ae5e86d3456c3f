/** How often one actor may act; a limit for scripts that run wild, far above what a person does. */

const WINDOW_MS = 60_000;

export class ActionLimit {
  readonly #perMinute: number;
  readonly #now: () => number;
  readonly #windows = new Map<string, { until: number; count: number }>();

  constructor({ perMinute, now = Date.now }: { perMinute: number; now?: () => number }) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** Counts one act of this actor. 0: go on; else how many milliseconds to wait. */
  take(actor: string): number {
    const now = this.#now();
    let window = this.#windows.get(actor);
    if (!window || window.until <= now) {
      for (const [name, { until }] of this.#windows) if (until <= now) this.#windows.delete(name);
      window = { until: now + WINDOW_MS, count: 0 };
      this.#windows.set(actor, window);
    }
    if (window.count >= this.#perMinute) return window.until - now;
    window.count += 1;
    return 0;
  }
}
