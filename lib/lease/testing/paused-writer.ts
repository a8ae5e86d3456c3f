/**
 * A worker for the lost-update demonstration: takes the lease, reads a counter, is paused there by
 * its parent for longer than its lease lasts, and then writes what it had read plus one.
 *
 *   paused-writer.ts <redis url> <fenced | unfenced>
 */

import { Redis } from 'ioredis';
import { RedisLeaseProvider } from '../index.ts';
import { writeCounter } from './counter.ts';

const [url = '', mode] = process.argv.slice(2);
const redis = new Redis(url);
const leases = new RedisLeaseProvider({ redis, keyPrefix: 'demo' });

const { fence } = await leases.acquireLease('counter', 'paused', 1500);
const read = Number(await redis.get('counter'));
const resumed = new Promise((resolve) => process.once('SIGCONT', resolve));
console.log('read');
await resumed;
await writeCounter(redis, read + 1, mode === 'fenced' ? fence : undefined);
redis.disconnect();
