/**
 * How many refused actions of one role are written to the audit log. It is capped, and whoever may
 * only look must not be able to push out what really was done.
 */

const WINDOW_MS = 3_600_000;

export class RefusalBudget {
  readonly #perHour: number;
  readonly #now: () => number;
  readonly #windows = new Map<string, { until: number; count: number }>();

  constructor({ perHour = 30, now = Date.now }: { perHour?: number; now?: () => number } = {}) {
    this.#perHour = perHour;
    this.#now = now;
  }

  /** Whether one more may be written down. */
  take(role: string): boolean {
    const now = this.#now();
    const known = this.#windows.get(role);
    const window = known && known.until > now ? known : { until: now + WINDOW_MS, count: 0 };
    this.#windows.set(role, window);
    window.count += 1;
    return window.count <= this.#perHour;
  }
}
