import type { RedisOptions } from 'ioredis';

/** The two ways in which clients are set up: as ioredis comes, and as careful people set it. */
export const CLIENT_OPTIONS: Readonly<Record<'default' | 'hardened', RedisOptions>> = {
  default: {},
  hardened: {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 1000,
  },
};
