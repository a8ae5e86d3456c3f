/** Credentials that do not work must not reach the log, whichever connection has them. */

import { createServer } from 'node:net';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchRedis, type RedisServer } from '../../scripts/redis/launch.ts';
import { toLeaseError } from '../lease/redis/redis-error.ts';
import { errorFacts } from './error-facts.ts';
import { createLog } from './log.ts';
import { FOR_ACTS, FOR_READS, openRedis, PATIENT } from './redis-connection.ts';

const SECRET = 'hunter2-Zq9';

let server: RedisServer;

beforeAll(async () => {
  server = await launchRedis({ args: ['--requirepass', 'the right one'] });
});

afterAll(() => server.stop());

/** A log that is kept, as text. */
function kept() {
  let text = '';
  const write = (line: string) => {
    text += line;
  };
  const log = createLog('trace', { write });
  return { log, text: () => text };
}

it.each([
  ['actions', FOR_ACTS],
  ['reads', FOR_READS],
  ['history', PATIENT],
])('a wrong password of the connection for %s', async (name, options) => {
  for (const suffix of ['', '?cluster=yes']) {
    const { log, text } = kept();
    const url = `redis://someone:${SECRET}@127.0.0.1:${server.port}/${suffix}`;
    const redis = openRedis(url, name, options, log);
    // One that is patient waits for as long as it takes.
    void redis.get('k').catch((error: unknown) => log.error({ err: error }, 'a read failed'));
    await expect.poll(text).toMatch(/"err"|a connection to Redis is down/);
    redis.disconnect();
    expect(text()).not.toContain(SECRET);
    expect(text()).not.toContain('"args"');
  }
});

it('an old server that repeats the arguments of HELLO and AUTH', async () => {
  const old = createServer((socket) => {
    socket.on('data', () => {
      socket.write(
        `-ERR unknown command 'HELLO', with args beginning with: '3' 'AUTH' 'someone' '${SECRET}' \r\n`.repeat(
          4,
        ),
      );
    });
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve));
  const address = old.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const redis = new Redis({ port, username: 'someone', password: SECRET, retryStrategy: null });
  redis.on('error', () => {});
  const error = await redis.get('k').catch((reason: unknown) => reason);
  const facts = JSON.stringify([errorFacts(error), errorFacts(toLeaseError(error, 'get'))]);
  expect(facts).toMatch(/unknown command|closed|ended/i);
  expect(facts).not.toContain(SECRET);
  expect(String(toLeaseError(error, 'get').message)).not.toContain(SECRET);
  redis.disconnect();
  old.close();
});

it('keeps what helps: name, code, message, frames and causes', () => {
  const cause = Object.assign(new Error('refused'), {
    code: 'ECONNREFUSED',
    command: { args: [SECRET] },
  });
  const facts = errorFacts(new TypeError('away', { cause }));
  expect(facts).toMatchObject({
    ...{ name: 'TypeError', message: 'away' },
    cause: { name: 'Error', code: 'ECONNREFUSED', message: 'refused' },
  });
  expect(facts.stack).toContain('secrets.redis.test');
  expect(JSON.stringify(facts)).not.toContain(SECRET);
});
