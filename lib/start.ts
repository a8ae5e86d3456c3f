/** What happens at the start and at the end of the server process. */

import { EnvError } from './env.ts';
import { leaseboard } from './server.ts';

/** How long a stop may take: open requests get this much to finish. */
const STOP_WITHIN_MS = 2500;

/**
 * Starts watching, without waiting for Redis: the pages say how far it is. Wrong settings end the
 * process with one message that names them all.
 */
export function start(): void {
  const board = composed();
  board.start();
  const token = board.auth.madeUpToken;
  if (token) {
    const { LEASEBOARD_HOST: host, PORT: port } = board.env;
    console.log(`Leaseboard is ready: http://${linkHost(host)}:${port}/sign-in?token=${token}`);
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
}

function composed() {
  try {
    return leaseboard();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** The server itself waits for its open connections on a signal, and a stream would never end. */
function stop(): void {
  setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
  leaseboard()
    .close()
    .catch((error: unknown) => leaseboard().log.error({ err: error }, 'closing failed'));
}

function linkHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
