/** Composition root: everything that lives once per server process, and nothing else. */

import { randomUUID } from 'node:crypto';
import { ActLimit, Admin, actConnection } from './admin/index.ts';
import { Auth } from './auth/index.ts';
import { type Env, parseEnv, version } from './env.ts';
import { createLog, type Logger } from './log.ts';

export interface Leaseboard {
  env: Env;
  version: string;
  /** Changes with every start; ids of streams and snapshots are good within one epoch. */
  epoch: string;
  auth: Auth;
  admin: Admin;
  actLimit: ActLimit;
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

/** Far above what a person does, so that a script gone wild is slowed down. */
const ACTS_PER_MINUTE = 120;

/**
 * The dashboard of this process, made at the first call.
 * @throws EnvError when settings are wrong.
 */
export function leaseboard(): Leaseboard {
  slot[LEASEBOARD] ??= compose(parseEnv());
  return slot[LEASEBOARD];
}

function compose(env: Env): Leaseboard {
  const log = createLog();
  const storeUrl = env.LEASEBOARD_STORE_URL ?? env.REDIS_URL;
  const sameServer = storeUrl === env.REDIS_URL;

  const acts = actConnection(env.REDIS_URL, 'leaseboard-acts', log);
  const audit = sameServer ? acts : actConnection(storeUrl, 'leaseboard-audit', log);
  const admin = new Admin({
    redis: acts,
    store: audit,
    history: sameServer && env.LEASEBOARD_HISTORY === 'on',
    prefixes: env.LEASEBOARD_PREFIXES,
    disabledActs: env.LEASEBOARD_DISABLE_ACTS,
    readOnlyPrefixes: env.LEASEBOARD_READONLY_PREFIXES,
    log,
  });

  return {
    env,
    version,
    epoch: randomUUID(),
    auth: new Auth({
      tokens: { operator: env.LEASEBOARD_TOKEN, viewer: env.LEASEBOARD_VIEWER_TOKEN },
      port: env.PORT,
    }),
    admin,
    actLimit: new ActLimit({ perMinute: ACTS_PER_MINUTE }),
    log,
    start: () => {},
    notReady: () => null,
    close: async () => {
      admin.close();
      for (const redis of new Set([acts, audit])) redis.disconnect();
    },
  };
}
