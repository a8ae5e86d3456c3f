/**
 * Tells a recorder's own entries, which come back to it through the stream, from those of others.
 * An entry and the answer that names it arrive on two connections, in either order.
 */

import type { HistoryEntry } from './entry.ts';

export class WrittenEntries {
  /** Named by an answer, not yet come back. */
  readonly #written = new Set<string>();
  /** Come back, not yet named by an answer. */
  readonly #unanswered = new Map<string, HistoryEntry>();

  /** An answer says that these entries were written. */
  answered(ids: readonly string[]): void {
    for (const id of ids) {
      if (!this.#unanswered.delete(id)) this.#written.add(id);
    }
  }

  /** Whether this entry, which came back, is known to be this recorder's. */
  isWritten(entry: HistoryEntry): boolean {
    return this.#written.delete(entry.id);
  }

  /** Keeps an entry that can only be this recorder's until its answer comes. */
  await(entry: HistoryEntry): void {
    this.#unanswered.set(entry.id, entry);
  }

  /** No answers come any more: the entries that were written all the same. */
  takeUnanswered(): HistoryEntry[] {
    const entries = [...this.#unanswered.values()];
    this.#unanswered.clear();
    return entries;
  }
}
