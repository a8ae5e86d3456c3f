import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { leaseIdOf } from '@/lib/keys/lease-id.ts';
import { leaseboard } from '@/lib/server.ts';
import { POST } from './leases/[id]/[act]/route.ts';
import { type Board, idOf, keyOf, OPERATOR, request, startBoard, VIEWER } from './testing/board.ts';

let board: Board;

beforeAll(async () => {
  board = await startBoard();
});

afterAll(() => board.stop());

beforeEach(async () => {
  await board.redis.flushall();
  await board.redis.set(keyOf('t'), 'run-1', 'PX', 60_000);
});

async function post(
  act: string,
  body: unknown,
  { token = OPERATOR, id = idOf('t'), headers = {} } = {},
): Promise<{ status: number; body: unknown; headers: Headers }> {
  const asked = request(`/api/leases/${id}/${act}`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    token,
    headers,
  });
  const response = await POST(asked, { params: Promise.resolve({ id, act }) });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

describe('POST /api/leases/<id>/<act>', () => {
  test('releases, and answers with the outcome', async () => {
    const answer = await post('release', { expectOwner: 'run-1', reason: 'stuck' });
    expect(answer).toMatchObject({ status: 200, body: { outcome: 'done', owner: null } });
    expect(await board.redis.exists(keyOf('t'))).toBe(0);
    expect(await post('release', { expectOwner: 'run-1', reason: 'stuck' })).toMatchObject({
      status: 200,
      body: { outcome: 'already-free', owner: null },
    });
  });

  test('another owner is an outcome and no error', async () => {
    expect(await post('release', { expectOwner: 'run-0', reason: 'stuck' })).toMatchObject({
      status: 200,
      body: { outcome: 'owner-changed', owner: 'run-1' },
    });
  });

  test('the same requestId again has the same answer', async () => {
    const asked = { expectOwner: 'run-1', reason: 'stuck', ttlMs: 5000, requestId: 'request-0001' };
    const first = await post('hold', asked);
    expect(first.body).toMatchObject({ outcome: 'done' });
    expect(await post('hold', asked)).toMatchObject({ status: 200, body: first.body });
  });

  test.each([
    ['no JSON', 'release', 'nonsense'],
    ['a list', 'release', []],
    ['no owner', 'release', { reason: 'stuck' }],
    ['no reason', 'release', { expectOwner: 'run-1' }],
    ['an empty reason', 'release', { expectOwner: 'run-1', reason: '  ' }],
    ['a ttlMs that is none', 'hold', { expectOwner: 'run-1', reason: 'x', ttlMs: 0.5 }],
    ['a requestId that is none', 'release', { expectOwner: 'run-1', reason: 'x', requestId: '*' }],
    ['a transfer to nobody', 'transfer', { expectOwner: 'run-1', reason: 'x' }],
  ])('%s is 400 and changes nothing', async (_, act, body) => {
    const answer = await post(act, body);
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(/\S/) } });
    expect(await board.redis.get(keyOf('t'))).toBe('run-1');
  });

  test('an unknown id, a foreign key and an unknown act are 404', async () => {
    const body = { expectOwner: 'run-1', reason: 'stuck' };
    const foreign = leaseIdOf(Buffer.from('other:lease:t'));
    expect(await post('release', body, { id: '!' })).toMatchObject({ status: 404 });
    expect(await post('release', body, { id: foreign })).toMatchObject({ status: 404 });
    expect(await post('end-hold', body)).toMatchObject({ status: 404 });
  });

  test('nobody and a wrong token are 401, a viewer is 403', async () => {
    const body = { expectOwner: 'run-1', reason: 'stuck' };
    expect(await post('release', body, { token: '' })).toMatchObject({
      status: 401,
      body: { error: expect.any(String) },
    });
    expect(await post('release', body, { token: 'wrong-token-0123456789' })).toMatchObject({
      status: 401,
    });
    expect(await post('release', body, { token: VIEWER })).toMatchObject({ status: 403 });
    expect(await board.redis.get(keyOf('t'))).toBe('run-1');
  });

  test('a cookie acts only from a page of this dashboard', async () => {
    const signIn = await leaseboard().auth.signIn(OPERATOR, 'Ada', new Headers());
    if (signIn.outcome !== 'signed-in') throw new Error(signIn.outcome);
    const cookie = signIn.cookie.split(';')[0] ?? '';
    const body = { expectOwner: 'run-1', reason: 'stuck' };
    for (const origin of [undefined, 'null', 'http://evil.example']) {
      const headers = { cookie, ...(origin ? { origin } : {}) };
      expect(await post('release', body, { token: '', headers }), origin).toMatchObject({
        status: 403,
      });
    }
    const headers = { cookie, origin: 'http://board.example' };
    expect(await post('release', body, { token: '', headers })).toMatchObject({
      status: 200,
      body: { outcome: 'done' },
    });
  });

  test('one token acts 120 times a minute under whatever names, then waits', async () => {
    const body = { expectOwner: 'nobody', reason: 'stuck' };
    for (let act = 0; act < 120; act++) {
      const headers = { 'x-leaseboard-actor': `script ${act}` };
      expect([200, 429]).toContain((await post('release', body, { headers })).status);
    }
    const answer = await post('release', body);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
