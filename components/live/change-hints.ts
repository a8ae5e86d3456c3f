/** A browser's windows tell each other that something changed, so that those without a stream need not wait for their turn to ask. */

const NAME = 'leaseboard-changes';
/** A window says so no more often than this. */
const SAY_EVERY_MS = 250;

export class ChangeHints {
  readonly #channel: BroadcastChannel | null;
  #saidAt = Number.NEGATIVE_INFINITY;
  #later: ReturnType<typeof setTimeout> | undefined;

  /** @param onHint called when another window of this browser heard of a change. */
  constructor(onHint: () => void) {
    this.#channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME);
    if (this.#channel) this.#channel.onmessage = onHint;
  }

  /** Tells the other windows: at once, or soon where they were told a moment ago. */
  say(): void {
    if (!this.#channel || this.#later !== undefined) return;
    const wait = this.#saidAt + SAY_EVERY_MS - performance.now();
    if (wait <= 0) this.#post();
    else this.#later = setTimeout(() => this.#post(), wait);
  }

  close(): void {
    clearTimeout(this.#later);
    this.#later = undefined;
    this.#channel?.close();
  }

  #post(): void {
    this.#later = undefined;
    this.#saidAt = performance.now();
    this.#channel?.postMessage(null);
  }
}
