/**
 * Whether the event stream brings anything. Proxies can hold a stream back without an error: it is
 * open, and nothing arrives. Such a stream is given up and tried again later, each time less often.
 */

/** The server sends a snapshot as soon as a stream opens. */
const FIRST_MESSAGE_WITHIN_MS = 5000;
/** Heartbeats come every 5 s, so that two were missed. */
export const SILENCE_LIMIT_MS = 10_500;
const FIRST_TRY_AGAIN_MS = 60_000;
const LAST_TRY_AGAIN_MS = 16 * 60_000;

export class StreamTrial {
  /** When the stream opened or brought something last; `null` while there is none. */
  #lastAt: number | null = null;
  #limitMs = 0;
  #tryAgainMs = FIRST_TRY_AGAIN_MS;
  #tryAgainAt = Number.NEGATIVE_INFINITY;

  /** Whether streams are given up for now. */
  isHeldBack(now: number): boolean {
    return now < this.#tryAgainAt;
  }

  opened(now: number): void {
    this.#lastAt = now;
    this.#limitMs = FIRST_MESSAGE_WITHIN_MS;
  }

  heard(now: number): void {
    this.#lastAt = now;
    this.#limitMs = SILENCE_LIMIT_MS;
    this.#tryAgainMs = FIRST_TRY_AGAIN_MS;
    this.#tryAgainAt = Number.NEGATIVE_INFINITY;
  }

  closed(): void {
    this.#lastAt = null;
  }

  /** Whether the stream has been silent for too long. */
  isSilent(now: number): boolean {
    return this.#lastAt !== null && now - this.#lastAt > this.#limitMs;
  }

  /** Gives streams up, until it is time to try again. */
  giveUp(now: number): void {
    this.#lastAt = null;
    this.#tryAgainAt = now + this.#tryAgainMs;
    this.#tryAgainMs = Math.min(2 * this.#tryAgainMs, LAST_TRY_AGAIN_MS);
  }

  /** Another network may be better. */
  forget(): void {
    this.#tryAgainAt = Number.NEGATIVE_INFINITY;
    this.#tryAgainMs = FIRST_TRY_AGAIN_MS;
  }
}
