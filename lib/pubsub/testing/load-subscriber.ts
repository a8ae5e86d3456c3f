/** One subscriber of the load run, as a process of its own: it may be killed at any moment. */

import { Redis } from 'ioredis';
import { RedisStreamsPubSub } from '../index.ts';
import { handler, type LoadPlace, subscribeAll } from './load.ts';

const place = JSON.parse(process.argv[2] ?? '{}') as LoadPlace;
const redis = new Redis(place.url);
redis.on('error', () => {});
const pubsub = new RedisStreamsPubSub({ url: place.url, keyPrefix: place.prefix, process: false });
await subscribeAll(pubsub, place, handler(redis, place));
process.send?.('ready');
