/** How far what was observed can be trusted. Types only, so that components may import them. */

export type EventsMode = 'keyspace' | 'tracking' | 'sampling';

/** A Redis that came back without leases that were held when it went. */
export interface Restart {
  /** When it was started, milliseconds on Redis' clock. */
  at: number;
  /** Leases that were held when it was last heard before, and how many of them are gone. */
  held: number;
  lost: number;
}

/** How far observation can be trusted. */
export interface ObservedTrust {
  redis: {
    state: 'connecting' | 'up' | 'down';
    /** Since when it is in this state, on the server's clock translated to Redis' clock. */
    since: number;
    detail: string | null;
    /** It answers, and does not let us read: waiting mends nothing. */
    refused: boolean;
    /** It was started anew a while ago and lost leases by that; absent when it was not. */
    restart?: Restart;
  };
  events: {
    mode: EventsMode;
    /** Why not a better mode; `null` when this is the best one. */
    reason: string | null;
    /** From publish to arrival, newest probe; `null` until measured or when sampling. */
    lagMs: number | null;
    /** How often a sample is taken; `null` unless sampling. */
    periodMs: number | null;
    /** False while a scan is still on its way: counts are of what was scanned so far. */
    complete: boolean;
  };
}
