/** How often something happens, over the last seconds. */

const WINDOW_MS = 5000;

export class EventRate {
  readonly #now: () => number;
  #count = 0;
  #since: number;
  #before = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#since = now();
  }

  note(): void {
    this.#count++;
  }

  /** Over the present window of five seconds, and the one before while this one is young. */
  perSecond(): number {
    const passed = this.#now() - this.#since;
    if (passed < WINDOW_MS) {
      return (this.#before * (WINDOW_MS - passed) + this.#count * 1000) / WINDOW_MS;
    }
    this.#before = (this.#count * 1000) / passed;
    this.#count = 0;
    this.#since = this.#now();
    return this.#before;
  }
}
