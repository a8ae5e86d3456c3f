/** The attack as a whole: on a running deployment, what it answers, and how much memory it keeps. */

import { readFileSync } from 'node:fs';
import { PREFIX, type Stack } from '../base/stack.ts';
import { Random } from './random.ts';
import { writeHostileValues } from './redis-values.ts';
import { type Credentials, type HostileRequest, hostileRequest } from './requests.ts';
import { faultOf } from './send.ts';

const WIDTH = 8;
/** Faults that are told; more say nothing new. */
const MOST_FAULTS = 30;

/** Sends `count` requests that the seed chooses. Answers what was wrong, each with its request. */
export async function fuzz(stack: Stack, { seed, count }: { seed: number; count: number }) {
  const random = new Random(seed);
  const credentials = await credentialsOf(stack);
  const base = new URL(stack.dashboard.url);
  const faults: string[] = [];
  let left = count;
  const worker = async () => {
    while (left-- > 0 && faults.length < MOST_FAULTS) {
      const sent = hostileRequest(random, credentials);
      const fault = await faultOf(base, sent);
      if (fault !== null) faults.push(`${fault}: ${described(sent)}`);
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, worker));
  return faults;
}

/** Writes hostile values and then looks at every page, API and export. Answers what was wrong. */
export async function readHostileData(
  stack: Stack,
  { seed, count, leases = 200 }: { seed: number; count: number; leases?: number },
): Promise<string[]> {
  await writeHostileValues(stack.redis, new Random(seed), { prefix: PREFIX, count });
  const { operator } = await credentialsOf(stack);
  const headers = { authorization: `Bearer ${operator}` };
  const base = new URL(stack.dashboard.url);
  const listed = await fetch(`${base.origin}/api/leases?limit=${leases}`, { headers });
  const { leases: found } = (await listed.json()) as { leases: { id: string }[] };
  const ofLeases = found.flatMap(({ id }) => [
    `/leases/${id}`,
    ...['', '/run', '/owners'].map((below) => `/api/leases/${id}${below}`),
    `/api/history?lease=${id}`,
    `/api/snapshot?lease=${id}`,
  ]);
  const faults: string[] = [];
  for (const path of [...ANSWERS, ...ofLeases]) {
    const fault = await faultOf(base, { method: 'GET', path, headers, body: null });
    if (fault !== null) faults.push(`${fault}: ${path}`);
  }
  return faults;
}

const ANSWERS = [
  ...['/', '/?sort=-ttl', '/?q=hostile', '/history', '/audit', '/processes', '/diagnostics'],
  ...['/api/leases?limit=1000', '/api/rows?limit=200', '/api/snapshot', '/api/history?limit=1000'],
  ...['/api/history/changes', '/api/audit?limit=200', '/api/processes', '/api/alarms', '/readyz'],
  ...['json', 'ndjson', 'csv'].map((format) => `/api/history/export?format=${format}`),
  ...['ndjson', 'csv'].map((format) => `/api/audit/export?format=${format}`),
];

/** Resident memory of the dashboard, MB. */
export function memoryOf({ dashboard }: Stack): number {
  const status = readFileSync(`/proc/${dashboard.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

async function credentialsOf({ dashboard, viewerToken }: Stack): Promise<Credentials> {
  const { url, token } = dashboard;
  const body = new URLSearchParams({ token, name: 'Ada' });
  const signedIn = await fetch(`${url}/api/sign-in`, {
    ...{ method: 'POST', body, redirect: 'manual', headers: { origin: url } },
  });
  const cookie = signedIn.headers.getSetCookie().map((one) => one.split(';', 1)[0]);
  return {
    operator: token,
    viewer: viewerToken,
    cookie: cookie.join('; '),
    origin: url,
    actions: actionIds(),
  };
}

function actionIds(): string[] {
  const manifest = '.next/standalone/.next/server/server-reference-manifest.json';
  return Object.keys(JSON.parse(readFileSync(manifest, 'utf8')).node);
}

function described({ method, path, headers, body }: HostileRequest): string {
  const sent = { ...headers, authorization: headers.authorization && 'Bearer …' };
  const start = body?.subarray(0, 200).toString();
  return `${method} ${path.slice(0, 300)} ${JSON.stringify(sent)} ${start ?? ''}`;
}
