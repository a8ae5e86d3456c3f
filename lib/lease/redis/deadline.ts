import { LeaseOutcomeUnknownError } from '../errors.ts';
import { toLeaseError } from './redis-error.ts';

/**
 * The answer, or an error of the library, at the latest after `ms`: a command of ioredis may wait
 * for a connection for ever, and one in flight on a broken connection may never settle.
 */
export function answerWithin<T>(asked: Promise<T>, ms: number, what: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () =>
      reject(new LeaseOutcomeUnknownError(`${what}: no answer within ${Math.ceil(ms)} ms`));
    const timer = setTimeout(
      // After a blocked event loop timers come before sockets: read first what may be there.
      () => setImmediate(giveUp),
      // Timers may fire a little early; giving up before the deadline would be a lie.
      Math.max(0, Math.ceil(ms)) + 1,
    );
    asked.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(toLeaseError(error, what));
      },
    );
  });
}
