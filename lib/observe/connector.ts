/** Connections to the watched Redis from its URL. */

import { Redis, type RedisOptions } from 'ioredis';
import type { Connect } from './source/change-source.ts';

/**
 * A factory of connections to `url` (`redis://` or `rediss://`, with user, password and database).
 * What a caller asks of its connection wins over the URL, which wins over `base`.
 * @throws TypeError when the URL cannot be read; it is not quoted, it may hold a password.
 */
export function redisConnector(url: string, base: RedisOptions = {}): Connect {
  const fromUrl = optionsOf(url);
  return (options) => new Redis({ ...base, ...fromUrl, ...options });
}

function optionsOf(url: string): RedisOptions {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw new TypeError('the Redis URL cannot be read');
  }
  const options: RedisOptions = {
    host: parsed.hostname.replace(/^\[|\]$/g, '') || '127.0.0.1',
    port: Number(parsed.port) || 6379,
  };
  if (parsed.username) options.username = decodeURIComponent(parsed.username);
  if (parsed.password) options.password = decodeURIComponent(parsed.password);
  const db = parsed.pathname.slice(1);
  if (db !== '') options.db = Number(db);
  if (parsed.protocol === 'rediss:') options.tls = {};
  return options;
}
