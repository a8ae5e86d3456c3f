/** What a load is made of, as given on the command line and to {@link startLoad}. */

import { parseArgs } from 'node:util';

export interface LoadOptions {
  url: string;
  prefix: string;
  /** Leases held all the time. */
  leases: number;
  ttlMs: number;
  /** How often each is renewed; 0 for never. */
  renewEveryMs: number;
  /** Leases handed on to another owner a second. */
  churn: number;
  /** Other keys with a far TTL, which slow down Redis' own expiry. */
  otherKeys: number;
}

export const NO_LOAD: Omit<LoadOptions, 'url'> = {
  prefix: 'mastra:topic',
  leases: 0,
  ttlMs: 15_000,
  renewEveryMs: 5000,
  churn: 0,
  otherKeys: 0,
};

/**
 * Reads `--url … --leases 100000 --renew-every 5000 --churn 200 --other-keys 100000`.
 * @throws TypeError for an argument that is none.
 */
export function parseLoadArgs(args: string[]): LoadOptions {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: {
      url: { ...text, default: 'redis://127.0.0.1:6379' },
      prefix: text,
      leases: text,
      ttl: text,
      'renew-every': text,
      churn: text,
      'other-keys': text,
    },
  });
  return {
    url: values.url,
    prefix: values.prefix ?? NO_LOAD.prefix,
    leases: count('leases', values.leases, NO_LOAD.leases),
    ttlMs: count('ttl', values.ttl, NO_LOAD.ttlMs),
    renewEveryMs: count('renew-every', values['renew-every'], NO_LOAD.renewEveryMs),
    churn: count('churn', values.churn, NO_LOAD.churn),
    otherKeys: count('other-keys', values['other-keys'], NO_LOAD.otherKeys),
  };
}

/** The same options as arguments. */
export function loadArgs(options: LoadOptions): string[] {
  return [
    ...['--url', options.url, '--prefix', options.prefix, '--leases', String(options.leases)],
    ...['--ttl', String(options.ttlMs), '--renew-every', String(options.renewEveryMs)],
    ...['--churn', String(options.churn), '--other-keys', String(options.otherKeys)],
  ];
}

function count(name: string, given: string | undefined, otherwise: number): number {
  if (given === undefined) return otherwise;
  const value = Number(given);
  if (!Number.isInteger(value) || value < 0) {
    throw new TypeError(`--${name} must be a whole number, got “${given}”`);
  }
  return value;
}
