/** What people and models write stays where it was: a planted text is looked for everywhere else. */

import { readdirSync } from 'node:fs';
import type { Redis } from 'ioredis';
import type { ThreadRef } from '../demo/worker-protocol.ts';
import { threadStreamKey } from '../lib/keys/thread-stream.ts';
import { ThreadWriter } from '../lib/runs/testing/thread-writer.ts';
import { refusedAct } from './base/actions.ts';
import { rowOf } from './base/board.ts';
import { leasesOn } from './base/leases.ts';
import { apiOf, PREFIX, type Stack } from './base/stack.ts';
import { expect, test } from './base/test.ts';

const MARKER = 'MARKER-7Q3X';
const THREAD: ThreadRef = { resourceId: 'private', threadId: 'letters' };
const THREAD_KEY = `${THREAD.resourceId}\0${THREAD.threadId}`;

test.describe.configure({ timeout: 120_000 });

test('a text of people and models is in no key of ours, no log, no answer and on no page', async ({
  ownStack,
  signIn,
  startAgent,
  page,
}) => {
  const stack = await ownStack();
  const leases = leasesOn(stack.redis);
  const lease = leases.name(THREAD_KEY);
  await signIn(page, stack);

  await test.step('plant it: asked, queued, streamed, given to a tool and told by one', async () => {
    const agent = await startAgent(stack, 'support-api');
    const other = await startAgent(stack, 'backoffice');
    const asked = `${MARKER} asked [tool run_report 60000]`;
    const { runId } = await agent.order({ does: 'send', ...THREAD, text: asked });
    await other.order({ does: 'send', ...THREAD, text: `${MARKER} queued [say 50]` });
    const writer = new ThreadWriter(stack.redis, PREFIX);
    const call = { toolCallId: 'c', toolName: 'search_orders' };
    for (const part of [
      { type: 'text-delta', payload: { text: `${MARKER} streamed` } },
      { type: 'tool-call', payload: { ...call, args: { q: `${MARKER} given` } } },
      { type: 'tool-result', payload: { ...call, result: `${MARKER} told` } },
      { type: 'tool-error', payload: { ...call, error: `${MARKER} failed` } },
      { type: `text-${'x'.repeat(20)}`, [MARKER]: MARKER },
    ]) {
      await writer.part(THREAD_KEY, runId ?? '', part);
    }
    await writer.write(THREAD_KEY, 'run-of-a-later-version', runId ?? '', { text: MARKER });
    await expect(rowOf(page, lease)).toContainText('run_report');
    await refusedAct(apiOf(stack), lease, 'an entry to look at');
  });

  await test.step('it is there: in the stream of the thread', async () => {
    const entries = await stack.redis.xrange(threadStreamKey(PREFIX, THREAD_KEY), '-', '+');
    for (const how of ['asked', 'queued', 'streamed', 'given', 'told', 'failed']) {
      expect(JSON.stringify(entries)).toContain(`${MARKER} ${how}`);
    }
  });

  const places: [where: string, text: string][] = [
    ['keys of ours', await ourKeys(stack.redis)],
    ['the log', stack.log()],
  ];
  const asked = routes(lease.id).map(async (path) => [path, await answerOf(stack, path)] as const);
  for (const [path, answer] of await Promise.all(asked)) places.push([path, answer]);
  for (const path of pages(lease.id)) {
    const streaming = page.waitForResponse((response) => response.url().includes('/api/stream'));
    const response = await page.goto(`${stack.dashboard.url}${path}`);
    expect(response?.status(), path).toBe(200);
    places.push([`the source of ${path}`, (await response?.text()) ?? '']);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await streaming;
    places.push([`the page ${path}`, await page.content()]);
  }
  for (const [where, text] of places) {
    expect(text, `${where}: nothing there`).not.toBe('');
    expect(text.includes(MARKER), `${where} has the text`).toBe(false);
  }
  // What was looked at is about this very thread.
  for (const where of ['keys of ours', '/api/leases', 'the page /', 'the page /audit']) {
    expect(places.find(([name]) => name === where)?.[1], where).toContain('letters');
  }
});

/** Every address that answers a GET, from the folders themselves: a new one cannot be forgotten. */
function routes(leaseId: string): string[] {
  return filesIn('app', '/route.ts').flatMap((file) => {
    const path = `/${file.replace(/\/route\.ts$/, '')}`;
    // Acts and sign-in are asked with POST; a record of many is named by its request.
    if (path.includes('[act]') || path === '/api/sign-in' || path.includes('/bulk/')) return [];
    const address = path.replace('[id]', leaseId);
    return path === '/api/stream' ? [address, `${address}?lease=${leaseId}`] : [address];
  });
}

function pages(leaseId: string): string[] {
  return filesIn('app/(board)', 'page.tsx')
    .map((file) => `/${file.replace(/\/?page\.tsx$/, '')}`)
    .map((path) => path.replace('[id]', leaseId));
}

function filesIn(folder: string, ending: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith(ending)).sort();
}

async function answerOf(stack: Stack, path: string): Promise<string> {
  const ending = new AbortController();
  const response = await apiOf(stack)(path, { signal: ending.signal });
  expect(response.status, path).toBe(200);
  if (!path.startsWith('/api/stream')) return await response.text();
  let text = '';
  const decoder = new TextDecoder();
  // The snapshot, and what comes in the three seconds after it.
  setTimeout(() => ending.abort(), 3_000);
  try {
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
  } catch (error) {
    if (!ending.signal.aborted) throw error;
  }
  expect(text).toContain('event: snapshot');
  return text;
}

/** Everything under keys of ours, as text. */
async function ourKeys(redis: Redis): Promise<string> {
  const keys = await redis.keys('leaseboard:*');
  const contents = keys.map(async (key) => [key, await contentOf(redis, key)]);
  return JSON.stringify(await Promise.all(contents));
}

async function contentOf(redis: Redis, key: string): Promise<unknown> {
  const type = await redis.type(key);
  switch (type) {
    case 'string':
      return await redis.get(key);
    case 'hash':
      return await redis.hgetall(key);
    case 'stream':
      return await redis.xrange(key, '-', '+');
    case 'zset':
      return await redis.zrange(key, '0', '-1');
    case 'set':
      return await redis.smembers(key);
    default:
      throw new Error(`${key} is a ${type}: look into it as well`);
  }
}
