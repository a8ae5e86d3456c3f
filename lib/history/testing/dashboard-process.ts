/**
 * A dashboard without pages, as a process of its own: watches, records, stands by. For tests and
 * measurements that kill one.
 *
 *   node dashboard-process.mjs <redis url> <prefix> <name> [store url]
 *
 * Says `<state>` on a line each time the recorder's state changes.
 */

import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { LeaseWatch, redisConnector } from '../../observe/index.ts';
import { HistoryReader, HistoryRecorder } from '../index.ts';

const [, , url = '', prefix = '', name = '', storeUrl = url] = process.argv;
const watch = new LeaseWatch({ connect: redisConnector(url), prefixes: [prefix] });
const store = new Redis(storeUrl);
store.on('error', () => {});
const reader = new HistoryReader({ store, prefixes: [prefix] });
const recorder = new HistoryRecorder({
  ...{ store, watch, reader, prefixes: [prefix] },
  self: `${name}-${randomUUID().slice(0, 8)}`,
  sameServer: storeUrl === url,
});
recorder.onTrust(({ state }) => console.log(state));
watch.start();
recorder.start();
await reader.start();
