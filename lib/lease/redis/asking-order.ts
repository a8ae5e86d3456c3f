import { LeaseUnavailableError } from '../errors.ts';

/** An operation that has begun and is not settled. */
interface Pending {
  owners: readonly string[];
  /** What waits for it to settle. */
  waiting: (() => void)[] | null;
}

/**
 * Keeps operations of one owner on one lease in the order in which they were asked. A connection
 * alone does not: an operation that has to be sent again, for its script was not known or its reply
 * was lost, would run after one that was asked later.
 */
export class AskingOrder {
  readonly #byLease = new Map<unknown, Pending[]>();

  /** Takes an operation's place; {@link leave} ends it. */
  enter(lease: unknown, owners: readonly string[]): Pending {
    const place = { owners, waiting: null };
    const line = this.#byLease.get(lease);
    if (line) line.push(place);
    else this.#byLease.set(lease, [place]);
    return place;
  }

  /** The operations that `place` has to wait for; none, nearly always. */
  before(lease: unknown, place: Pending): readonly Pending[] {
    const line = this.#byLease.get(lease) ?? [];
    if (line.length === 1) return [];
    return line
      .slice(0, line.indexOf(place))
      .filter(({ owners }) => owners.some((owner) => place.owners.includes(owner)));
  }

  /**
   * Resolves once all of them are settled.
   * @throws LeaseUnavailableError when that takes longer than `withinMs`: nothing was done.
   */
  settled(before: readonly Pending[], withinMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      let left = before.length;
      const timer = setTimeout(() => {
        const message = 'an earlier operation on this lease has no answer yet';
        reject(new LeaseUnavailableError(message));
      }, withinMs);
      const onSettled = () => {
        left -= 1;
        if (left > 0) return;
        clearTimeout(timer);
        resolve();
      };
      for (const pending of before) {
        pending.waiting ??= [];
        pending.waiting.push(onSettled);
      }
    });
  }

  /** The operation is settled: whatever waits for it may begin. */
  leave(lease: unknown, place: Pending): void {
    const line = this.#byLease.get(lease);
    if (line?.length === 1) this.#byLease.delete(lease);
    else line?.splice(line.indexOf(place), 1);
    for (const begin of place.waiting ?? []) begin();
  }
}
