/** Load on the pubsub: 50,000 events, 20 topics, one subscriber killed. `tsx bench/pubsub-load.ts [events]` */

import { Redis } from 'ioredis';
import { runLoad } from '../lib/pubsub/testing/load.ts';
import { launchRedis } from '../scripts/redis/launch.ts';

const events = Number(process.argv[2] ?? 50_000);
const server = await launchRedis();
const redis = new Redis(server.url);
const place = { url: server.url, prefix: 'load', topics: 20 };
const result = await runLoad(redis, place, { events, limitMs: 300_000 });
const mb = (bytes: number) => `${(bytes / 1_048_576).toFixed(0)} MB`;
console.log(`${events} events, ${place.topics} topics, one of two subscribers killed`);
console.log(`handled ${result.handled}, pending ${result.pending}, ${result.seconds.toFixed(1)} s`);
console.log(`refused events: deliveries each ${[...new Set(result.refusals)].join(' or ')}`);
console.log(`heap at 10 % ${mb(result.heapAtFirst)}, at the end ${mb(result.heapAtLast)}`);
redis.disconnect();
await server.stop();
