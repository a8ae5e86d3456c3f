import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { GET as getReady } from '@/app/readyz/route.ts';
import { encodeAudit } from '@/lib/admin/audit-codec.ts';
import { leaseIdOf } from '@/lib/keys/lease-id.ts';
import { NASTY_OWNERS, nastyKeys } from '@/lib/keys/testing/nasty-keys.ts';
import { textOf } from '@/lib/keys/text.ts';
import { storeKeys } from '@/lib/lease/index.ts';
import { leaseboard } from '@/lib/server.ts';
import { GET as exportAudit } from './audit/export/route.ts';
import { GET as getAudit } from './audit/route.ts';
import { GET as exportHistory } from './history/export/route.ts';
import { GET as getHistory } from './history/route.ts';
import { POST } from './leases/[id]/[act]/route.ts';
import { GET as getLease } from './leases/[id]/route.ts';
import { GET as getLeases } from './leases/route.ts';
import { GET as getRows } from './rows/route.ts';
import { GET as getStream } from './stream/route.ts';
import {
  type Board,
  idOf,
  keyOf,
  request,
  restartBoard,
  startBoard,
  VIEWER,
} from './testing/board.ts';

let board: Board;

beforeAll(async () => {
  board = await startBoard();
});

afterAll(() => board.stop());

beforeEach(async () => {
  const held = await board.redis.keys('mastra:topic:lease:*');
  if (held.length > 0) await board.redis.del(held);
  await vi.waitFor(() => expect(leaseboard().board.counts().held).toBe(0), 10_000);
});

const context = (id: string) => ({ params: Promise.resolve({ id }) });

async function answer(response: Response | Promise<Response>) {
  const answered = await response;
  return { status: answered.status, body: await answered.json() };
}

describe('GET /api/leases', () => {
  test('lists what is held, filtered, sorted and in windows', async () => {
    for (const thread of ['a', 'b', 'c']) {
      await board.redis.set(keyOf(`user\0${thread}`), `run-${thread}`, 'PX', 60_000);
    }
    await vi.waitFor(async () => {
      const { body } = await answer(getLeases(request('/api/leases?sort=thread&limit=2'), null));
      expect(body).toMatchObject({
        total: 3,
        leases: [
          {
            id: idOf('user\0a'),
            prefix: 'mastra:topic',
            key: 'user\0a',
            kind: 'thread',
            resourceId: 'user',
            threadId: 'a',
            owner: 'run-a',
            remainingMs: expect.any(Number),
            heldForMs: expect.any(Number),
            health: 'healthy',
          },
          { threadId: 'b' },
        ],
      });
    });
    const searched = await answer(getLeases(request('/api/leases?q=run-c'), null));
    expect(searched.body).toMatchObject({ total: 1, leases: [{ threadId: 'c' }] });
  });

  test('a parameter that means nothing is 400 and named', async () => {
    for (const query of ['sort=colour', 'limit=0', 'limit=x', 'health=fine', 'offset=-1']) {
      const { status, body } = await answer(getLeases(request(`/api/leases?${query}`), null));
      expect({ status, query }).toEqual({ status: 400, query });
      expect(body.error).toContain(query.split('=')[0]);
    }
  });

  test('a search that can find nothing is 400 and says what can be written', async () => {
    for (const query of ['health:nonsense', 'kind:lock', 'held:>banana']) {
      const { status, body } = await answer(
        getLeases(request(`/api/leases?q=${encodeURIComponent(query)}`), null),
      );
      expect({ status, query }).toEqual({ status: 400, query });
      expect(body.error).toContain(query.split(':')[0]);
    }
    const word = await answer(getLeases(request('/api/leases?q=tenant:eu'), null));
    expect(word).toMatchObject({ status: 200, body: { total: 0 } });
  });

  test('every read wants a session; a viewer may read', async () => {
    const reads = [getLeases, getRows, getHistory, getAudit, getStream, exportAudit, exportHistory];
    for (const read of reads) {
      expect((await read(request('/api/x', { token: '' }), null)).status).toBe(401);
      const response = await read(request('/api/x', { token: VIEWER }), null);
      expect(response.status).toBe(200);
      await response.body?.cancel();
    }
    expect((await getLease(request('/', { token: '' }), context(idOf('t')))).status).toBe(401);
  });
});

test('every key can be listed, opened, released and found in the history', async () => {
  for (const [at, key] of nastyKeys().entries()) {
    const owner = NASTY_OWNERS[at % NASTY_OWNERS.length] ?? 'run-1';
    const id = idOf(key);
    await board.redis.set(keyOf(key), owner, 'PX', 60_000);
    const opened = await answer(getLease(request(`/api/leases/${id}`), context(id)));
    expect(opened, textOf(key)).toMatchObject({
      status: 200,
      body: { id, key: textOf(key), owner, health: 'healthy' },
    });
    await vi.waitFor(async () => {
      const history = await answer(getHistory(request(`/api/history?lease=${id}`), null));
      expect(history.body.entries[0], textOf(key)).toMatchObject({ event: 'acquired', to: owner });
    }, 10_000);
    const body = JSON.stringify({ expectOwner: owner, reason: `nasty ${at}` });
    const act = { params: Promise.resolve({ id, act: 'release' }) };
    const released = await answer(
      POST(request(`/api/leases/${id}/release`, { method: 'POST', body }), act),
    );
    expect(released.body, textOf(key)).toMatchObject({ outcome: 'done' });
    await vi.waitFor(async () => {
      const history = await answer(getHistory(request(`/api/history?lease=${id}`), null));
      expect(history.body.entries[0], textOf(key)).toMatchObject({
        leaseId: id,
        key: textOf(key),
        event: 'released',
        from: owner,
        to: null,
        source: 'recorded',
        reason: `nasty ${at}`,
      });
    }, 10_000);
    const audit = await answer(getAudit(request(`/api/audit?lease=${id}`), null));
    expect(audit.body.entries, textOf(key)).toMatchObject([{ leaseId: id, key: textOf(key) }]);
  }
});

describe('GET /api/leases/<id>', () => {
  test('what nobody holds, and what is no lease of ours, is 404', async () => {
    for (const id of [idOf('nobody'), leaseIdOf(Buffer.from('other:lease:t')), '!']) {
      expect(await answer(getLease(request('/'), context(id)))).toMatchObject({
        status: 404,
        body: { error: expect.any(String) },
      });
    }
  });
});

describe('GET /api/history', () => {
  test('bad parameters are 400, an unknown lease is 404', async () => {
    for (const query of ['event=eaten', 'limit=0', 'cursor=!', 'since=yesterday']) {
      const { status } = await answer(getHistory(request(`/api/history?${query}`), null));
      expect({ status, query }).toEqual({ status: 400, query });
    }
    expect((await answer(getHistory(request('/api/history?lease=!'), null))).status).toBe(404);
  });

  test.each(['json', 'ndjson', 'csv'])('an export as %s from nowhere is 400', async (format) => {
    const query = `/api/history/export?format=${format}&cursor=!`;
    expect((await answer(exportHistory(request(query), null))).status).toBe(400);
    const ofAudit = `/api/audit/export?format=ndjson&cursor=${format}`;
    expect((await answer(exportAudit(request(ofAudit), null))).status).toBe(400);
  });

  test('finds what somebody did by name, though the history only saw a release', async () => {
    const target = leaseboard().admin.target(idOf('user\0stopped'));
    if (!target) throw new Error('no such lease');
    await board.redis.set(keyOf('user\0stopped'), 'run-1', 'PX', 60_000);
    await vi.waitFor(() => expect(leaseboard().board.counts().held).toBe(1), 10_000);
    await board.redis.del(keyOf('user\0stopped'));
    const stop = encodeAudit({
      ...{ target, act: 'stop', outcome: 'done', actor: 'Grace', role: 'operator' },
      ...{ method: 'cookie', address: '::1', expectedOwner: 'run-1', foundOwner: 'run-1' },
      ...{ to: null, reason: 'hung', detail: null, requestId: 'stopped' },
    });
    await board.redis.xadd(storeKeys('mastra:topic').audit, '*', ...stop);
    const found = (query: string) => answer(getHistory(request(`/api/history?${query}`), null));
    await vi.waitFor(async () => {
      expect((await found('q=grace')).body.entries).toMatchObject([
        { event: 'released', from: 'run-1', actor: null },
      ]);
    }, 10_000);
    expect((await found('q=nobody')).body.entries).toEqual([]);
  });

  test('is a file on demand', async () => {
    const response = await exportHistory(request('/api/history/export?format=csv'), null);
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="leaseboard-history.csv"',
    );
    expect(await response.text()).toMatch(/^time,event,/);
  });
});

describe('GET /api/audit', () => {
  test('has pages, filters and a link to each entry', async () => {
    const act = { params: Promise.resolve({ id: idOf('audited'), act: 'release' }) };
    for (const number of [1, 2, 3]) {
      const body = JSON.stringify({
        expectOwner: 'run-1',
        reason: `page ${number}`,
        requestId: `audited-${number}`,
      });
      await POST(request('/', { method: 'POST', body }), act);
    }
    const lease = `lease=${idOf('audited')}`;
    const first = await answer(getAudit(request(`/api/audit?${lease}&limit=2`), null));
    expect(first.body.entries).toMatchObject([{ reason: 'page 3' }, { reason: 'page 2' }]);
    const { next } = first.body;
    const rest = await answer(
      getAudit(request(`/api/audit?${lease}&limit=2&cursor=${next}`), null),
    );
    expect(rest.body).toMatchObject({ entries: [{ reason: 'page 1' }], next: null });

    const { id } = first.body.entries[1];
    for (const query of [`id=${id}`, 'request=audited-2', `${lease}&q=PAGE%202`]) {
      const found = await answer(getAudit(request(`/api/audit?${query}`), null));
      expect(found.body, query).toMatchObject({ entries: [{ id, reason: 'page 2' }], next: null });
    }
    const none = await answer(getAudit(request(`/api/audit?${lease}&outcome=done`), null));
    expect(none.body).toEqual({ entries: [], next: null });
    for (const query of ['act=eat', 'cursor=!', 'id=x', 'limit=0']) {
      expect((await answer(getAudit(request(`/api/audit?${query}`), null))).status).toBe(400);
    }
  });

  test('is a file on demand, whose cells are no formulas', async () => {
    const act = { params: Promise.resolve({ id: idOf('=HYPERLINK("x")'), act: 'release' }) };
    const body = JSON.stringify({ expectOwner: '+1', reason: '@now' });
    await POST(request('/', { method: 'POST', body }), act);
    const csv = await (await exportAudit(request('/?format=csv&actor=operator'), null)).text();
    expect(csv).toContain(`"'=HYPERLINK(""x"")","'+1",`);
    const lines = await (await exportAudit(request('/?format=ndjson'), null)).text();
    expect(JSON.parse(lines.split('\n')[0] ?? '')).toMatchObject({ reason: '@now' });
  });
});

describe('GET /api/stream', () => {
  test('begins with the whole view, and ends when the session does', async () => {
    await board.redis.set(keyOf('user\0streamed'), 'run-1', 'PX', 60_000);
    await vi.waitFor(() => expect(leaseboard().board.counts().held).toBe(1), 10_000);
    const response = await getStream(request('/api/stream?limit=10'), null);
    expect(response.headers.get('content-type')).toMatch('text/event-stream');
    expect(response.headers.get('cache-control')).toContain('no-transform');
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const snapshot = (await reader?.read())?.value ?? '';
    expect(snapshot).toContain('event: snapshot');
    expect(snapshot).toContain(idOf('user\0streamed'));
    leaseboard().streams.closeAll('shutdown');
    let rest = '';
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      rest += part.value;
    }
    expect(rest).toContain('event: end');
  });

  test('of an unknown lease is 404, of a view that means nothing 400', async () => {
    expect((await getStream(request('/api/stream?lease=!'), null)).status).toBe(404);
    expect((await getStream(request('/api/stream?sort=colour'), null)).status).toBe(400);
  });
});

test('a hold shows who holds, until it ends', async () => {
  await board.redis.set(keyOf('user\0kept'), 'run-1', 'PX', 60_000);
  const id = idOf('user\0kept');
  const body = JSON.stringify({ expectOwner: 'run-1', reason: 'look', ttlMs: 30_000 });
  const headers = { 'x-leaseboard-actor': 'Ada' };
  await POST(request('/', { method: 'POST', body, headers }), {
    params: Promise.resolve({ id, act: 'hold' }),
  });
  const held = { holdBy: 'Ada', fence: expect.stringMatching(/^\d+$/) };
  await vi.waitFor(() => expect(leaseboard().board.get(id)).toMatchObject(held), 10_000);
  await board.redis.set(keyOf('user\0kept'), 'run-2', 'PX', 60_000);
  await vi.waitFor(() => expect(leaseboard().board.get(id)?.holdBy).toBeNull(), 10_000);
});

test('since when a lease is held survives the dashboard, as the history has it', async () => {
  const id = idOf('user\0old');
  await board.redis.set(keyOf('user\0old'), 'run-1', 'PX', 60_000);
  await vi.waitFor(() => expect(leaseboard().board.get(id)?.owner).toBe('run-1'), 10_000);
  const { heldSince } = leaseboard().board.get(id) ?? {};
  const recorded = async () => {
    const { body } = await answer(getHistory(request(`/api/history?lease=${id}`), null));
    expect(body.entries).toMatchObject([{ event: 'acquired', to: 'run-1' }]);
  };
  await vi.waitFor(recorded, 10_000);
  await restartBoard();
  await vi.waitFor(() => {
    expect(leaseboard().board.get(id)).toMatchObject({ heldSince, heldSinceExact: true });
  }, 10_000);
});

test('what is known while Redis is silent is told with its age', async () => {
  await board.redis.set(keyOf('user\0kept'), 'run-1', 'PX', 60_000);
  const list = async () => (await answer(getLeases(request('/api/leases'), null))).body;
  await vi.waitFor(async () => {
    expect(await list()).toMatchObject({ total: 1, staleMs: null, complete: true });
  }, 10_000);
  process.kill(board.pid, 'SIGSTOP');
  try {
    await vi.waitFor(async () => {
      const told = await list();
      expect(told).toMatchObject({ total: 1, staleMs: expect.any(Number) });
      expect(told.staleMs).toBeGreaterThan(1000);
    }, 20_000);
    const history = await answer(getHistory(request('/api/history'), null));
    expect(history.body.staleMs).toBeGreaterThan(1000);
  } finally {
    process.kill(board.pid, 'SIGCONT');
  }
  await vi.waitFor(async () => {
    expect(await list()).toMatchObject({ staleMs: null, complete: true });
  }, 20_000);
});

test('readiness says what is missing', async () => {
  expect(await answer(getReady())).toEqual({ status: 200, body: { status: 'ready' } });
});
