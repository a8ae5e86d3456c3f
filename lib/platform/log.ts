/** The server's log: JSON lines on stdout. Lease keys and owners may appear in it, tokens never. */

import { type Logger, pino } from 'pino';

export type { Logger };

/** What a part of Leaseboard needs of a log: pino's manner, and nothing of pino. */
export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** A log for a process. */
export function createLog(level: string = 'info'): Logger {
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime });
}
