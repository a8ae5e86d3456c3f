import type { Counts } from '@/lib/board/wire.ts';

/** Samples of the counts since the page was opened, for the tiles' sparklines. */
export class Trend {
  #samples: Counts[] = [];
  #lastAt = Number.NEGATIVE_INFINITY;
  readonly #listeners = new Set<() => void>();

  /** Takes the counts of this moment (milliseconds), at most one sample every two seconds. */
  add(counts: Counts, at: number): void {
    if (at - this.#lastAt < SAMPLE_MS) return;
    this.#lastAt = at;
    this.#samples = [...this.#samples.slice(1 - KEPT), counts];
    for (const listener of this.#listeners) listener();
  }

  /** The samples, oldest first; the same array until there is a new one. */
  samples = (): readonly Counts[] => this.#samples;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

const SAMPLE_MS = 2000;
const KEPT = 60;
