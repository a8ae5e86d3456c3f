/** The server's log: JSON lines on stdout. Lease keys and owners may appear in it, tokens never. */

import { type Logger, pino } from 'pino';

export type { Logger };

/** A log for a process. */
export function createLog(level: string = 'info'): Logger {
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime });
}
