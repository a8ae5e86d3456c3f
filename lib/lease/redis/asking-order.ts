import { LeaseUnavailableError } from '../errors.ts';

/**
 * Keeps operations in the order in which they were asked. One connection alone does not: an
 * operation that has to be sent again, for its script was not known or its reply was lost, would
 * run after one that was asked later.
 */
export class AskingOrder {
  readonly #last = new Map<string, Promise<unknown>>();

  /**
   * Runs an operation once those before it that bear one of the names `after` are settled, and
   * makes later ones with one of the `names` wait for it.
   * @throws LeaseUnavailableError when those take longer than `withinMs`: nothing was done.
   */
  after<T>(
    after: readonly string[],
    names: readonly string[],
    withinMs: number,
    run: () => Promise<T>,
  ): Promise<T> {
    const before = after.flatMap((name) => this.#last.get(name) ?? []);
    const settled = before.length === 0 ? run() : waitFor(before, withinMs).then(run);
    for (const name of names) this.#last.set(name, settled);
    const forget = () => {
      for (const name of names) if (this.#last.get(name) === settled) this.#last.delete(name);
    };
    settled.then(forget, forget);
    return settled;
  }
}

function waitFor(before: readonly Promise<unknown>[], withinMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const message = 'an operation on this lease that was asked before has no answer yet';
      reject(new LeaseUnavailableError(message));
    }, withinMs);
    Promise.allSettled(before).then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
