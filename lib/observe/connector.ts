/** Connections to the watched Redis from its URL. */

import { Redis, type RedisOptions } from 'ioredis';
import type { Connect } from './source/change-source.ts';

/**
 * A factory of connections to `url`: `redis://` or `rediss://`, with user, password and database.
 * With `?sentinel=<name>` the address is that of a Sentinel, which is asked for the primary of that
 * name at every connection. What a caller asks of its connection wins over the URL, which wins over
 * `base`.
 * @throws TypeError when the URL cannot be read; it is not quoted, it may hold a password.
 */
export function redisConnector(url: string, base: RedisOptions = {}): Connect {
  const shared = { ...base, ...redisAddress(url, base).address };
  return (options) => new Redis({ ...shared, ...options });
}

/**
 * Where a URL leads, as options of a client. `cluster`: to a node of a Redis Cluster, as
 * `?cluster=yes` at its end says.
 * @throws TypeError when it cannot be read.
 */
export function redisAddress(
  url: string,
  base: RedisOptions = {},
): { address: RedisOptions; cluster: boolean } {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw new TypeError('the Redis URL cannot be read');
  }
  const name = parsed.searchParams.get('sentinel');
  const address = {
    host: parsed.hostname.replace(/^\[|\]$/g, '') || '127.0.0.1',
    port: Number(parsed.port) || (name === null ? 6379 : 26_379),
  };
  const options: RedisOptions = name === null ? { ...address } : { sentinels: [address], name };
  if (parsed.username) options.username = decodeURIComponent(parsed.username);
  if (parsed.password) options.password = decodeURIComponent(parsed.password);
  const db = parsed.pathname.slice(1);
  if (db !== '') options.db = Number(db);
  if (parsed.protocol === 'rediss:') options.tls = base.tls ?? {};
  return { address: options, cluster: parsed.searchParams.get('cluster') === 'yes' };
}
