/** When a window without a stream asks again. */

/** A change is shown within 2.5 s, and an answer may take one of them on a busy machine. */
const ASK_EVERY_MS = 1500;
/** However often it is told of changes. */
const ASK_AGAIN_AFTER_MS = 500;

export class PollSchedule {
  #askedAt = Number.NEGATIVE_INFINITY;
  #hinted = false;
  #ask: (() => void) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** A question goes out. */
  asked(): void {
    this.stop();
    this.#askedAt = performance.now();
  }

  /** It was answered: calls `ask` when it is time for the next, sooner where there was a hint meanwhile. */
  answered(ask: () => void): void {
    this.#ask = ask;
    this.#in(this.#hinted ? this.#soonMs() : ASK_EVERY_MS);
  }

  /** There is something new. */
  hint(): void {
    this.#hinted = true;
    if (this.#ask) this.#in(this.#soonMs());
  }

  /** Asks no more. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#ask = null;
    this.#hinted = false;
  }

  #soonMs(): number {
    return Math.max(0, this.#askedAt + ASK_AGAIN_AFTER_MS - performance.now());
  }

  #in(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask?.(), ms);
  }
}
