import { LeaseOutcomeUnknownError } from '../errors.ts';
import { toLeaseError } from './redis-error.ts';

/** Something that is waited for, and what to call when that has lasted too long. */
export interface Waited {
  withinMs: number;
  giveUp(error: LeaseOutcomeUnknownError): void;
  /** Its name in the error. */
  what: string;
}

/**
 * The answer, or an error of the library, at the latest after `ms`: a command of ioredis may wait
 * for a connection for ever, and one in flight on a broken connection may never settle.
 */
export function answerWithin<T>(asked: Promise<T>, ms: number, what: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const answered = giveUpInTime([{ withinMs: ms, giveUp: reject, what }]);
    asked.then(
      (value) => {
        answered();
        resolve(value);
      },
      (error: unknown) => {
        answered();
        reject(toLeaseError(error, what));
      },
    );
  });
}

/** Gives up each when its time is over, until the returned function is called. One timer for all. */
export function giveUpInTime(waited: readonly Waited[]): () => void {
  const began = performance.now();
  const first = waited.reduce((least, { withinMs }) => Math.min(least, withinMs), Infinity);
  let answered = false;
  let stop = () => clearTimeout(timer);
  const giveUp = () => {
    if (answered) return;
    const passed = performance.now() - began;
    const left: Waited[] = [];
    for (const one of waited) {
      const { withinMs, what } = one;
      if (withinMs > passed) left.push({ ...one, withinMs: withinMs - passed });
      else
        one.giveUp(
          new LeaseOutcomeUnknownError(`${what}: no answer within ${Math.ceil(withinMs)} ms`),
        );
    }
    if (left.length > 0) stop = giveUpInTime(left);
  };
  const timer = setTimeout(
    // After a blocked event loop timers come before sockets: read first what may be there.
    () => setImmediate(giveUp),
    // Timers may fire a little early; giving up before the deadline would be a lie.
    Math.max(0, Math.ceil(first)) + 1,
  );
  return () => {
    answered = true;
    stop();
  };
}
