/** Times in which this process did not run: the watch in it could not have seen a change then. */

const EVERY_MS = 10;
const LATE_MS = 30;

export interface Stall {
  from: number;
  to: number;
}

export class Stalls {
  readonly all: Stall[] = [];
  readonly #timer: NodeJS.Timeout;

  /** @param now milliseconds on Redis' clock. */
  constructor(now: () => number) {
    let last = now();
    this.#timer = setInterval(() => {
      const at = now();
      if (at - last > EVERY_MS + LATE_MS) this.all.push({ from: last, to: at });
      last = at;
    }, EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
