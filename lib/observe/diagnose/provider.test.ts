import { expect, it } from 'vitest';
import { eventsFix, providerOf } from './provider.ts';

it.each([
  ['master.my-cache.abc123.euw1.cache.amazonaws.com', 'elasticache'],
  ['my-cache-abc123.serverless.euw1.cache.amazonaws.com', 'elasticache-serverless'],
  ['clustercfg.my-db.abc123.memorydb.eu-west-1.amazonaws.com', 'memorydb'],
  ['my-cache.redis.cache.windows.net', 'azure'],
  ['eu1-nice-cat-12345.upstash.io', 'upstash'],
  ['redis-12345.c1.eu-west-1-1.ec2.redns.redis-cloud.com', 'redis-cloud'],
  ['ec2-1-2-3-4.compute-1.amazonaws.com', 'heroku'],
  ['127.0.0.1', 'self-hosted'],
  ['redis', 'self-hosted'],
])('%s is run by %s', (host, provider) => {
  expect(providerOf(host)).toBe(provider);
});

it('offers its own button only where CONFIG SET can work', () => {
  expect(eventsFix('self-hosted', 'Kg$xe', true)).toMatchObject({
    line: 'CONFIG SET notify-keyspace-events Kg$xe',
    act: 'enable-events',
  });
  expect(eventsFix('self-hosted', 'Kg$xe', false).act).toBeNull();
  expect(eventsFix('elasticache', 'Kg$xe', true).act).toBeNull();
  expect(eventsFix('elasticache-serverless', 'Kg$xe', true).line).toBeNull();
});
