/** A call did not answer in time; what it asked for may have happened. */
class NoAnswerError extends Error {
  override name = 'NoAnswerError';
}

/** The promise's value, or {@link NoAnswerError} after `ms`: a command in flight on a dead socket may never settle. */
export function within<T>(ms: number, what: string, asked: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new NoAnswerError(`${what}: no answer within ${ms} ms`)),
      ms,
    );
    asked.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
