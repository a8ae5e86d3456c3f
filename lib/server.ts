/** Composition root: everything that lives once per server process, and nothing else. */

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { ActionLimit, Admin, AuditReader, BulkActions, EnableEvents } from './admin/index.ts';
import { Auth } from './auth/index.ts';
import {
  annotateGrants,
  annotateHolds,
  Board,
  RunAnnotations,
  restoreHeldSinceAtStart,
  ViewStreams,
} from './board/index.ts';
import { build, type Env, parseEnv, version } from './env.ts';
import { HistoryReader, HistoryRecorder } from './history/index.ts';
import { LeaseWatch, redisConnector } from './observe/index.ts';
import { createLog, type Logger } from './platform/log.ts';
import { FOR_ACTS, FOR_READS, openRedis, PATIENT } from './platform/redis-connection.ts';

export interface Leaseboard {
  env: Env;
  version: string;
  /** Changes with every start; ids of streams and snapshots are good within one epoch. */
  epoch: string;
  auth: Auth;
  /** What Redis says, for questions about observing itself. */
  watch: LeaseWatch;
  /** What is shown of leases. */
  board: Board;
  streams: ViewStreams;
  history: { reader: HistoryReader; recorder: HistoryRecorder };
  runs: RunAnnotations;
  admin: Admin;
  bulk: BulkActions;
  enableEvents: EnableEvents;
  actionLimit: ActionLimit;
  audit: AuditReader;
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
  const epoch = randomUUID();
  const prefixes = env.LEASEBOARD_PREFIXES;
  const storeUrl = env.LEASEBOARD_STORE_URL ?? env.REDIS_URL;
  const sameServer = storeUrl === env.REDIS_URL;
  const keepsHistory = env.LEASEBOARD_HISTORY === 'on';

  const watch = new LeaseWatch({
    connect: redisConnector(env.REDIS_URL),
    prefixes,
    samplePeriodMs: env.LEASEBOARD_SAMPLE_MS,
    enableEvents: env.LEASEBOARD_ENABLE_EVENTS === 'yes',
  });
  const board = new Board(watch);
  const store = keepsHistory ? openRedis(storeUrl, 'leaseboard-history', PATIENT, log) : null;
  const reader = new HistoryReader({ store, prefixes });
  const self = `${hostname()}:${process.pid}`;
  // A cluster has no slot for a lease and its history both.
  const oneSlot = sameServer && !store?.isCluster;
  const recorder = new HistoryRecorder({
    ...{ store, watch, reader, prefixes, self },
    sameServer: oneSlot,
  });
  const streams = new ViewStreams({ board, feed: reader, epoch, build });
  const watched = openRedis(env.REDIS_URL, 'leaseboard-runs', FOR_READS, log);
  const runs = new RunAnnotations({
    board,
    shown: () => streams.shown(),
    redis: watched,
    prefixes,
    silentAfterMs: env.LEASEBOARD_SILENT_MS,
    lostAfterMs: env.LEASEBOARD_LOST_MS,
  });

  const acts = openRedis(env.REDIS_URL, 'leaseboard-acts', FOR_ACTS, log);
  const trail = sameServer ? acts : openRedis(storeUrl, 'leaseboard-audit', FOR_ACTS, log);
  const admin = new Admin({
    redis: acts,
    store: trail,
    history: oneSlot && keepsHistory,
    prefixes,
    disabledActs: env.LEASEBOARD_DISABLE_ACTS,
    readOnlyPrefixes: env.LEASEBOARD_READONLY_PREFIXES,
    log,
    registrationOf: (thread) => runs.reader.registrationOf(thread),
  });

  const enableEvents = new EnableEvents({
    enable: () => watch.enableEvents(),
    store: trail,
    prefix: prefixes[0] ?? '',
    log,
  });

  return {
    env,
    version,
    epoch,
    auth: new Auth({
      tokens: { operator: env.LEASEBOARD_TOKEN, viewer: env.LEASEBOARD_VIEWER_TOKEN },
      port: env.PORT,
      trustedProxies: env.LEASEBOARD_TRUSTED_PROXIES,
      origins: env.LEASEBOARD_ORIGINS,
    }),
    watch,
    board,
    streams,
    history: { reader, recorder },
    runs,
    admin,
    bulk: new BulkActions({ admin, limit: env.LEASEBOARD_BULK_LIMIT }),
    enableEvents,
    actionLimit: new ActionLimit({ perMinute: ACTS_PER_MINUTE }),
    audit: new AuditReader({ store: trail, prefixes }),
    log,
    start: () => {
      annotateHolds(board);
      const markAll = annotateGrants(board, reader);
      if (store) restoreHeldSinceAtStart(board, { store, prefixes, log });
      watch.onFlagsSet((set) => void enableEvents.note(set));
      board.followRecorder(recorder);
      recorder.start();
      watch.start();
      runs.start();
      reader
        .start()
        .then(markAll, (error: unknown) => log.error({ err: error }, 'history is not read'));
    },
    notReady: () => reasonNotReady(watch),
    close: async () => {
      streams.closeAll('shutdown');
      admin.close();
      enableEvents.close();
      runs.close();
      await recorder.close();
      reader.close();
      board.close();
      watch.close();
      for (const redis of new Set([acts, trail, store, watched])) redis?.disconnect();
    },
  };
}

function reasonNotReady(watch: LeaseWatch): string | null {
  const { redis, events } = watch.trust();
  if (redis.state !== 'up') return `Redis is ${redis.state}`;
  return events.complete ? null : 'the first scan is under way';
}
