import type { DeltaMessage, LeaseRow } from '@/lib/board/wire.ts';

export interface Deadline {
  /** On the server's clock, milliseconds; `null` when the lease has no TTL. */
  expiresAt: number | null;
  renewals: number;
}

/**
 * Where every lease on the page stands, outside of React: renewals arrive by the hundred a second
 * and move bars, nothing else. Bars read it at every tick.
 */
export class Deadlines {
  #byId = new Map<string, Deadline>();

  get(id: string): Deadline | undefined {
    return this.#byId.get(id);
  }

  /** Starts over with the rows of a snapshot. */
  replace(rows: readonly LeaseRow[]): void {
    this.#byId = new Map();
    this.put(rows);
  }

  put(rows: readonly LeaseRow[]): void {
    for (const { id, expiresAt, renewals } of rows) this.#byId.set(id, { expiresAt, renewals });
  }

  /** Forgets what is on the page no more. */
  keep(ids: readonly string[]): void {
    const kept = new Set(ids);
    for (const id of this.#byId.keys()) if (!kept.has(id)) this.#byId.delete(id);
  }

  move(moves: NonNullable<DeltaMessage['moves']>): void {
    for (const [id, expiresAt, renewals] of moves) this.#byId.set(id, { expiresAt, renewals });
  }
}
