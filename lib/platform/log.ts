/** The server's log: JSON lines on stdout. Lease keys and owners may appear in it, tokens never. */

import { type DestinationStream, type Logger, pino } from 'pino';
import { errorFacts } from './error-facts.ts';

export type { Logger };

/** What a part of Leaseboard needs of a log: pino's manner, and nothing of pino. */
export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** A log for a process. */
export function createLog(level: string = 'info', to?: DestinationStream): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: errorFacts },
  };
  return to ? pino(options, to) : pino(options);
}
