import { withoutArguments } from '../lease/redis/redis-error.ts';

const MAX_CAUSES = 4;

/** What may be logged of an error. */
export interface ErrorFacts {
  name: string;
  code?: string;
  message: string;
  stack?: string;
  cause?: ErrorFacts;
}

/**
 * An error for the log: name, code, message and stack, and nothing else. ioredis puts the command
 * with all its arguments, AUTH's included, on its errors; old servers repeat arguments in the message.
 */
export function errorFacts(error: unknown, depth = 0): ErrorFacts {
  if (!(error instanceof Error))
    return { name: typeof error, message: withoutArguments(String(error)) };
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  const code: unknown = Reflect.get(error, 'code');
  return {
    name: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    message: withoutArguments(error.message),
    ...(frames ? { stack: frames.join('\n') } : {}),
    ...(error.cause !== undefined && depth < MAX_CAUSES
      ? { cause: errorFacts(error.cause, depth + 1) }
      : {}),
  };
}
