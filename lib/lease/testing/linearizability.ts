/**
 * Whether a recorded concurrent history of one lease could have happened one operation at a time:
 * each between its call and its return, none more than once. An operation of unknown outcome may
 * have taken effect at any time after its call, or never. (Wing and Gong's search, with the states
 * already tried remembered.)
 */

export type Operation = {
  calledAt: number;
  /** `Infinity` where the outcome is unknown. */
  returnedAt: number;
} & (
  | { kind: 'acquire'; owner: string; answer: { acquired: boolean; owner?: string } | 'unknown' }
  | { kind: 'renew'; owner: string; answer: boolean | 'unknown' }
  | { kind: 'release'; owner: string; answer: 'released' | 'unknown' }
  | { kind: 'transfer'; owner: string; to: string; answer: boolean | 'unknown' }
  | { kind: 'read'; answer: string | undefined }
);

type State = string | undefined;

/** The holder after the operation; `'impossible'` when its answer could not have been given. */
function apply(operation: Operation, holder: State): { holder: State } | 'impossible' {
  switch (operation.kind) {
    case 'read':
      return operation.answer === holder ? { holder } : 'impossible';
    case 'acquire': {
      const { owner, answer } = operation;
      const granted = holder === undefined || holder === owner;
      if (answer === 'unknown') return { holder: granted ? owner : holder };
      if (answer.acquired !== granted) return 'impossible';
      if (granted) return { holder: owner };
      return answer.owner === undefined || answer.owner === holder ? { holder } : 'impossible';
    }
    case 'renew':
      if (operation.answer === 'unknown') return { holder };
      return operation.answer === (holder === operation.owner) ? { holder } : 'impossible';
    case 'release':
      return { holder: holder === operation.owner ? undefined : holder };
    case 'transfer': {
      const held = holder === operation.owner;
      if (operation.answer !== 'unknown' && operation.answer !== held) return 'impossible';
      return { holder: held ? operation.to : holder };
    }
  }
}

/** Whether the operation, answered as it was, neither changes anything nor can come to mean more later. */
function isIdle(operation: Operation, holder: State): boolean {
  if (operation.kind === 'release' || operation.answer === 'unknown') return false;
  const after = apply(operation, holder);
  return after !== 'impossible' && after.holder === holder;
}

/** Checks the operations on one lease that nobody held at first and that never ran out meanwhile. */
export function isLinearizable(operations: readonly Operation[]): boolean {
  const pending = [...operations].sort((a, b) => a.calledAt - b.calledAt);
  const isAnswered = (op: Operation) => op.returnedAt < Number.POSITIVE_INFINITY;
  const tried = new Set<string>();

  /** Those that may come next: called before any other that is not done had returned. */
  function candidates(first: number, done: ReadonlySet<number>): number[] {
    const found: number[] = [];
    let earliestReturn = Number.POSITIVE_INFINITY;
    for (let n = first; n < pending.length; n++) {
      const operation = pending[n];
      if (!operation || operation.calledAt > earliestReturn) break;
      if (done.has(n)) continue;
      found.push(n);
      earliestReturn = Math.min(earliestReturn, operation.returnedAt);
    }
    return found;
  }

  // Operations before `first` are all done; `later` holds the done ones after it.
  function search(first: number, later: ReadonlySet<number>, holder: State): boolean {
    let from = first;
    const done = new Set(later);
    const finish = (n: number) => {
      done.add(n);
      while (done.delete(from)) from += 1;
    };
    // Idle ones that can come now may as well: no order is lost by it.
    let next = candidates(from, done);
    for (let idle = true; idle; next = candidates(from, done)) {
      const ready = next.filter((n) => isIdle(pending[n] as Operation, holder));
      for (const n of ready) finish(n);
      idle = ready.length > 0;
    }
    // Those of unknown outcome that are left may never have happened.
    if (!pending.some((op, n) => n >= from && !done.has(n) && isAnswered(op))) return true;
    const state = `${from}|${[...done].sort((a, b) => a - b)}|${holder === undefined ? '' : `=${holder}`}`;
    if (tried.has(state)) return false;
    tried.add(state);
    return next.some((n) => {
      const after = apply(pending[n] as Operation, holder);
      if (after === 'impossible') return false;
      const beyond = new Set(done).add(n);
      let start = from;
      while (beyond.delete(start)) start += 1;
      return search(start, beyond, after.holder);
    });
  }
  return search(0, new Set(), undefined);
}
