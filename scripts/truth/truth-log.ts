/**
 * What really happened to each lease, from the writer's own replies: every write answers atomically
 * with the owner before and after it, its deadline and the server's time. Nothing here comes from
 * what is being tested.
 */

/** A time in which a key had one owner; `owner` is `null` while it was free. Milliseconds on Redis' clock. */
export interface State {
  owner: string | null;
  from: number;
  to: number;
  /** The state before ended at a moment that nobody knows: a server was lost with its last writes. */
  isUncertain: boolean;
}

interface Step {
  at: number;
  before: string | null;
  after: string | null;
  /** Infinite when the key has no deadline. */
  deadline: number;
}

export class TruthLog {
  /** Owners of writes whose reply was lost: they may have been done or not. */
  readonly unanswered = new Set<string>();
  readonly #steps = new Map<string, Step[]>();
  readonly #wiped: number[] = [];
  #rolledBackAt = Number.NEGATIVE_INFINITY;

  /** Takes note of one write and what it did. */
  note(key: string, step: Step): void {
    const steps = this.#steps.get(key);
    if (steps) steps.push(step);
    else this.#steps.set(key, [step]);
  }

  /** Everything was removed at `at` by the server. */
  wipe(at: number): void {
    this.#wiped.push(at);
  }

  /** The server was replaced at `at` by one that may not have the newest writes. */
  rollBack(at: number): void {
    this.#rolledBackAt = at;
  }

  keys(): IterableIterator<string> {
    return this.#steps.keys();
  }

  /** What the key should be at `now`, and since when; `null` when nobody knows. */
  current(
    key: string,
    now: number,
  ): { owner: string | null; deadline: number; since: number } | null {
    const last = this.#steps.get(key)?.at(-1);
    if (!last || last.at < this.#rolledBackAt) return null;
    const wiped = this.#wiped.find((at) => at > last.at && at <= now);
    if (wiped !== undefined)
      return { owner: null, deadline: Number.POSITIVE_INFINITY, since: wiped };
    if (last.after === null || last.deadline > now) {
      return { owner: last.after, deadline: last.deadline, since: last.at };
    }
    return { owner: null, deadline: Number.POSITIVE_INFINITY, since: last.deadline };
  }

  /** All states of a key in order. `end` is the end of the run and `found` what was read then. */
  states(key: string, end: number, found: string | null): State[] {
    const states: State[] = [{ owner: null, from: 0, to: end, isUncertain: false }];
    let last: Step | null = null;
    const final: Step = {
      at: end,
      before: found,
      after: found,
      deadline: Number.POSITIVE_INFINITY,
    };
    for (const step of [...(this.#steps.get(key) ?? []), final]) {
      this.#endBetween(states, last, step);
      push(states, step.before, step.at, true);
      push(states, step.after, step.at, false);
      last = step;
    }
    return states;
  }

  /** What ended by itself between two writes. */
  #endBetween(states: State[], last: Step | null, next: Step): void {
    if (!last || last.after === null || next.before === last.after) return;
    // What a replica had of it, and until when, nobody knows.
    if (last.at < this.#rolledBackAt && next.at >= this.#rolledBackAt) return;
    const wiped = this.#wiped.find((at) => at > last.at && at <= next.at);
    const at = Math.min(wiped ?? Number.POSITIVE_INFINITY, last.deadline);
    if (at <= next.at) push(states, null, at, false);
  }
}

function push(states: State[], owner: string | null, at: number, isUncertain: boolean): void {
  const last = states.at(-1);
  if (!last || last.owner === owner) return;
  states.push({ owner, from: at, to: last.to, isUncertain });
  last.to = at;
}
