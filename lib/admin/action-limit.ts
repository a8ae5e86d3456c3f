/** How often one session may act; a limit for scripts that run wild, far above what a person does. */

const WINDOW_MS = 60_000;
/** So many leases of one bulk action weigh as much as one action. */
const LEASES_PER_ACTION = 50;
/** Sessions remembered at once; the oldest is forgotten. */
const MAX_SESSIONS = 10_000;

export class ActionLimit {
  readonly #perMinute: number;
  readonly #now: () => number;
  readonly #windows = new Map<string, { until: number; weight: number }>();

  constructor({ perMinute, now = Date.now }: { perMinute: number; now?: () => number }) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** Counts one action on so many leases. 0: go on; else how many milliseconds to wait. */
  take(session: string, leases = 1): number {
    const now = this.#now();
    let window = this.#windows.get(session);
    if (!window || window.until <= now) {
      window = { until: now + WINDOW_MS, weight: 0 };
      this.#windows.delete(session);
      this.#windows.set(session, window);
      const [oldest] = this.#windows.keys();
      if (this.#windows.size > MAX_SESSIONS && oldest !== undefined) this.#windows.delete(oldest);
    }
    if (window.weight >= this.#perMinute) return window.until - now;
    window.weight += Math.max(1, leases / LEASES_PER_ACTION);
    return 0;
  }
}
