/** Requests that no page and no program of ours would send. */

import { leaseIdOf } from '../../lib/keys/lease-id.ts';
import type { Random } from './random.ts';
import { hostileBytes, hostileNumber, hostileText } from './texts.ts';

export interface HostileRequest {
  method: string;
  /** As it goes out, not encoded once more. */
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
}

/** Who sends it. */
export interface Credentials {
  operator: string;
  viewer: string;
  /** A session cookie of the operator, as sent. */
  cookie: string;
  /** Ids of the server actions, as every browser gets them. */
  actions: readonly string[];
  /** The dashboard's own origin. */
  origin: string;
}

const PAGES = [
  '/',
  '/history',
  '/audit',
  '/processes',
  '/diagnostics',
  '/sign-in',
  '/no-such-page',
];
const APIS = [
  '/api/leases',
  '/api/rows',
  '/api/snapshot',
  '/api/history',
  '/api/history/changes',
  '/api/history/export',
  '/api/audit',
  '/api/audit/export',
  '/api/processes',
  '/api/adopters',
  '/api/alarms',
  '/api/sign-in',
  '/api/no-such-route',
  '/healthz',
  '/readyz',
  '/icon.svg',
  '/_next/image',
  '/_next/static/no-such-file.js',
];
const BELOW_LEASE = ['', '/run', '/owners', '/stop', '/release', '/transfer', '/hold', '/nothing'];
const PARAMETERS = [
  ...['q', 'sort', 'limit', 'offset', 'lease', 'owner', 'resource', 'event', 'since', 'until'],
  ...['cursor', 'format', 'id', 'request', 'act', 'action', 'outcome', 'actor', 'next', 'error'],
  ...['seconds', 'find', '_rsc', 'url', 'w', '__proto__', 'constructor', 'token'],
];
const METHODS = ['GET', 'GET', 'GET', 'GET', 'POST', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'];

export function hostileRequest(random: Random, credentials: Credentials): HostileRequest {
  const method = random.of(METHODS);
  const headers = hostileHeaders(random, credentials);
  const path = `${hostilePath(random)}${hostileQuery(random)}`;
  if (method !== 'POST' && method !== 'PUT' && method !== 'PATCH') {
    return { method, path, headers, body: null };
  }
  const { type, body } = hostileBody(random);
  headers['content-type'] = type;
  return { method, path, headers, body };
}

function hostilePath(random: Random): string {
  const path = random.of([PAGES, APIS, ['/leases/', '/api/leases/', '/api/bulk/']].flat());
  const whole = path.endsWith('/') && path !== '/' ? `${path}${hostileSegment(random)}` : path;
  if (path === '/api/leases/') return `${whole}${random.of(BELOW_LEASE)}`;
  if (!random.chance(0.1)) return whole;
  return random.of([
    `${whole}/`,
    `/${whole}`,
    `${whole}%00`,
    `${whole}/..%2f`,
    `${whole}%ff`,
    `${whole}.json`,
  ]);
}

function hostileSegment(random: Random): string {
  if (random.chance(0.4)) {
    return leaseIdOf(
      Buffer.concat([Buffer.from('mastra:topic:lease:'), hostileBytes(random).subarray(0, 3000)]),
    );
  }
  return encoded(hostileText(random)).slice(0, 4000).replace(/%.?$/, '');
}

function hostileQuery(random: Random): string {
  if (random.chance(0.3)) return '';
  if (random.chance(0.03)) return `?${Array(7400).fill('a').join('&')}`;
  const count = 1 + random.below(random.chance(0.05) ? 60 : 4);
  const pairs = Array.from({ length: count }, () => {
    const name = random.chance(0.9) ? random.of(PARAMETERS) : encoded(hostileText(random));
    const value = random.chance(0.5) ? hostileText(random) : hostileNumber(random);
    return `${name}=${random.chance(0.05) ? '%E0%A4%A' : encoded(value)}`;
  });
  return `?${pairs.join('&')}`;
}

function encoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString()).slice(0, 6000).replace(/%.?$/, '');
}

function hostileHeaders(
  random: Random,
  { operator, viewer, cookie, origin, actions }: Credentials,
): Record<string, string> {
  const headers: Record<string, string> = {};
  const who = random.below(6);
  if (who <= 1) headers.authorization = `Bearer ${operator}`;
  if (who === 2) headers.authorization = `Bearer ${viewer}`;
  if (who === 3) headers.cookie = cookie;
  if (who === 4)
    headers.cookie = `${cookie}x; leaseboard-preferences=${encoded(hostileText(random))}`;
  if (random.chance(0.5)) headers.origin = origin;
  const extra: Record<string, () => string> = {
    rsc: () => '1',
    'next-router-state-tree': () =>
      encoded(random.of(['["",{}]', '{}', '["",{"children":["x"', hostileText(random)])),
    'next-router-prefetch': () => random.of(['1', '2', 'x']),
    'next-router-segment-prefetch': () =>
      random.of(['/_tree', '/_index', encoded(hostileText(random))]),
    'next-action': () => random.of(['x', '0'.repeat(42), ...actions]),
    'next-url': () => encoded(hostileText(random)),
    accept: () => random.of(['text/x-component', 'text/html', '*/*', 'application/json']),
    'accept-language': () =>
      random.of(['ko', 'zh-Hant;q=x', ',,,,;;;', encoded(hostileText(random))]),
    'accept-encoding': () => random.of(['gzip', 'br', 'identity', 'x']),
    'x-forwarded-for': () => random.of(['1.2.3.4', '::1', ',,,', 'x'.repeat(500)]),
    'x-forwarded-host': () => random.of(['evil.example', 'evil.example, 127.0.0.1']),
    'x-forwarded-proto': () => random.of(['https', 'gopher']),
    'x-leaseboard-actor': () => encoded(hostileText(random)).slice(0, 2000),
    'x-middleware-subrequest': () => 'proxy:proxy:proxy:proxy:proxy',
    'x-middleware-override-headers': () => 'authorization',
    'content-security-policy': () => "script-src 'nonce-attacker'",
    range: () => 'bytes=0-,0-,0-',
    'if-none-match': () => '*',
    host: () => random.of(['evil.example', 'localhost', '127.0.0.1:1']),
    'last-event-id': () => encoded(hostileText(random)).slice(0, 2000),
  };
  for (const [name, value] of Object.entries(extra))
    if (random.chance(0.08)) headers[name] = value();
  return headers;
}

function hostileBody(random: Random): { type: string; body: Buffer } {
  switch (random.below(7)) {
    case 0:
      return { type: 'application/json', body: hostileBytes(random).subarray(0, 100_000) };
    case 1:
      return { type: 'application/json', body: Buffer.from(JSON.stringify(hostileInput(random))) };
    case 2:
      return {
        type: 'text/plain;charset=UTF-8',
        body: Buffer.from(JSON.stringify([hostileInput(random)])),
      };
    case 3:
      return { type: 'multipart/form-data; boundary=b', body: hostileMultipart(random) };
    case 4:
      return { type: 'multipart/form-data', body: hostileBytes(random).subarray(0, 9000) };
    case 5:
      return {
        type: 'application/x-www-form-urlencoded',
        body: Buffer.from(hostileQuery(random).slice(1)),
      };
    default:
      return {
        type: encoded(hostileText(random)).slice(0, 500),
        body: Buffer.alloc(random.of([0, 9000, 70_000, 700_000]), 0x61),
      };
  }
}

function hostileInput(random: Random): unknown {
  return {
    leaseId: hostileSegment(random),
    expectOwner: random.chance(0.8) ? hostileText(random) : random.below(10),
    expectOwnerDigest: random.chance(0.3) ? hostileText(random) : undefined,
    expectFence: random.chance(0.3) ? hostileNumber(random) : undefined,
    reason: hostileText(random),
    requestId: random.chance(0.5) ? `request-${random.below(1e9)}` : hostileText(random),
    to: hostileText(random),
    ttlMs: random.chance(0.5) ? 1000 + random.below(5000) : hostileNumber(random),
    leases: random.chance(0.2) ? [{}, null, 1] : undefined,
  };
}

function hostileMultipart(random: Random): Buffer {
  const name = random.of(['1_$ACTION_ID_x', '$ACTION_REF_1', '0', '__proto__', 'token']);
  const part = `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${hostileText(random)}\r\n`;
  const whole = `${part.repeat(1 + random.below(4))}--b--\r\n`;
  return Buffer.from(random.chance(0.5) ? whole.slice(0, random.below(whole.length)) : whole);
}
