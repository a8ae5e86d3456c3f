/** Composition root: everything that lives once per server process, and nothing else. */

import { randomUUID } from 'node:crypto';
import { Auth } from './auth/index.ts';
import { type Env, parseEnv, version } from './env.ts';
import { createLog, type Logger } from './log.ts';

export interface Leaseboard {
  env: Env;
  version: string;
  /** Changes with every start; ids of streams and snapshots are good within one epoch. */
  epoch: string;
  auth: Auth;
  log: Logger;
  /** Begins to watch. Does not wait for Redis. */
  start(): void;
  /** Why requests should go elsewhere for now, `null` when they should not. */
  notReady(): string | null;
  /** Ends streams and connections. Safe to call twice. */
  close(): Promise<void>;
}

/** Next loads a module once per bundle, so a module variable would not be one per process. */
const slot = globalThis as { [LEASEBOARD]?: Leaseboard };
const LEASEBOARD = Symbol.for('leaseboard');

/**
 * The dashboard of this process, made at the first call.
 * @throws EnvError when settings are wrong.
 */
export function leaseboard(): Leaseboard {
  slot[LEASEBOARD] ??= compose(parseEnv());
  return slot[LEASEBOARD];
}

function compose(env: Env): Leaseboard {
  const auth = new Auth({
    tokens: { operator: env.LEASEBOARD_TOKEN, viewer: env.LEASEBOARD_VIEWER_TOKEN },
    port: env.PORT,
  });
  return {
    env,
    version,
    epoch: randomUUID(),
    auth,
    log: createLog(),
    start: () => {},
    notReady: () => null,
    close: async () => {},
  };
}
