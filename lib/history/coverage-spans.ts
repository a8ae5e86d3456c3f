import type { ObservationGap } from '../observe/owner-change.ts';

export interface Span {
  from: number;
  to: number;
}

export interface Untold {
  spans: Span[];
  /** The last time that turned out not to have been observed: its start, and why. */
  interruption: { at: number; reason: string } | null;
}

/** What this dashboard has observed: the span that goes on now, and those that ended not yet told. */
export class CoverageSpans {
  #current: Span | null = null;
  #ended: Span[] = [];
  #interruption: Untold['interruption'] = null;

  /** Extends the present span to `now`, or begins one, while the watch sees everything. */
  extend(now: number, observing: boolean): void {
    if (!observing) return;
    if (this.#current) this.#current.to = Math.max(this.#current.to, now);
    else this.#current = { from: now, to: now };
  }

  /** Ends the span: a time was not observed, perhaps one that was told as observed. */
  interrupt({ from, to, reason }: Pick<ObservationGap, 'from' | 'to' | 'reason'>): void {
    const current = this.#current;
    // Of several servers, one says later than the others that it was not observed at first.
    if (current && to <= current.from) return;
    if (current) {
      const until = Math.max(from, current.from);
      const seen = { from: current.from, to: Math.min(current.to, until) };
      if (seen.to > seen.from) this.#ended.push(seen);
      this.#interruption = { at: until, reason };
    }
    this.#current = { from: to, to };
  }

  /** Everything to tell now. Give it to {@link told} once it has been. */
  untold(): Untold {
    const current = this.#current ? [{ ...this.#current }] : [];
    return { spans: [...this.#ended, ...current], interruption: this.#interruption };
  }

  /** Forgets what has been told; what came up meanwhile stays. */
  told({ spans, interruption }: Untold): void {
    this.#ended = this.#ended.filter((span) => !spans.includes(span));
    if (this.#interruption === interruption) this.#interruption = null;
  }
}
