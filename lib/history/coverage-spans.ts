import type { ObservationGap } from '../observe/owner-change.ts';

export interface Span {
  from: number;
  to: number;
}

export interface Untold {
  spans: Span[];
  /** Start of a time that was told as observed and was not. */
  rewind: { at: number; reason: string } | null;
}

/** What this dashboard has observed: the span that goes on now, and those that ended not yet told. */
export class CoverageSpans {
  #current: Span | null = null;
  #ended: Span[] = [];
  #rewind: Untold['rewind'] = null;

  /** Extends the present span to `now`, or begins one, while the watch sees everything. */
  extend(now: number, observing: boolean): void {
    if (!observing) return;
    if (this.#current) this.#current.to = Math.max(this.#current.to, now);
    else this.#current = { from: now, to: now };
  }

  /** Takes a time back that was not observed after all. */
  interrupt(gap: Pick<ObservationGap, 'from' | 'to' | 'reason'>): void {
    const current = this.#current;
    if (current && gap.from > current.from) this.#ended.push({ from: current.from, to: gap.from });
    if (current && gap.from < current.to) this.#rewind = { at: Math.max(gap.from, current.from), reason: gap.reason };
    this.#current = { from: gap.to, to: gap.to };
  }

  /** Everything to tell now. Give it to {@link told} once it has been. */
  untold(): Untold {
    const current = this.#current ? [{ ...this.#current }] : [];
    return { spans: [...this.#ended, ...current], rewind: this.#rewind };
  }

  /** Forgets what has been told; what came up meanwhile stays. */
  told({ spans, rewind }: Untold): void {
    this.#ended = this.#ended.filter((span) => !spans.includes(span));
    if (this.#rewind === rewind) this.#rewind = null;
  }
}
