/** Deadlines for calls whose answer may never come. */

/** Thrown when the server did not answer in time; nothing is known then. */
class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/**
 * The promise's value, or a `TimeoutError` after `ms`: a command in flight on a connection
 * that died may never settle by itself.
 */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      // On a busy machine it may be us who are late: an answer that is there already is read first.
      setImmediate(() => reject(new TimeoutError(`no answer within ${ms} ms`)));
    }, ms);
  });
  promise.catch(() => {
    // It may fail after the timeout, when nobody waits for it any more.
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
