/** A process that holds leases with our library until it is killed, and adopts some where it is told to. */

import { Redis } from 'ioredis';
import { holdLease, RedisLeaseProvider } from '../../lib/lease/index.ts';
import type { HolderSetup } from './holder-process.ts';

const setup = JSON.parse(process.argv[2] ?? '{}') as HolderSetup;
const redis = new Redis(setup.redisUrl);
const leases = new RedisLeaseProvider({ redis, keyPrefix: setup.prefix, actor: setup.name });
const options = { owner: setup.name, ttlMs: setup.ttlMs };

for (const key of setup.keys) {
  const held = await holdLease(leases, key, options);
  if (!held.acquired) throw new Error(`${key} is held by ${held.owner}`);
}
if (setup.adopts !== 'nothing') {
  await holdLease(leases, `${setup.name}:own-work`, {
    ...options,
    onOffer: (offer) => {
      if (setup.adopts === 'offers') void offer.accept();
    },
  });
}
process.send?.('ready');
process.once('disconnect', () => process.exit(0));
