import { expect, test } from './base/test.ts';

test('a lease is answered with all that programs rely on', async ({ api, leases }) => {
  const lease = await leases.set('u9\0t9', 'run-9', 15_000);
  const find = async () => (await api('/api/leases?q=t9')).json();
  await expect.poll(async () => (await find()).total).toBe(1);
  expect(await find()).toEqual({
    total: 1,
    leases: [
      expect.objectContaining({
        id: lease.id,
        prefix: 'mastra:topic',
        key: 'u9\0t9',
        kind: 'thread',
        resourceId: 'u9',
        threadId: 't9',
        owner: 'run-9',
        remainingMs: expect.any(Number),
        heldForMs: expect.any(Number),
        health: 'healthy',
      }),
    ],
    staleMs: null,
    complete: true,
  });
  const one = await (await api(`/api/leases/${lease.id}`)).json();
  expect(one).toMatchObject({ id: lease.id, owner: 'run-9' });
  expect(one.remainingMs).toBeLessThanOrEqual(15_000);
});

test('an unknown id is 404, bad input 400, each with its reason', async ({ api, leases }) => {
  const free = leases.name('nobody holds this');
  for (const path of [`/api/leases/${free.id}`, '/api/leases/not.an.id']) {
    const response = await api(path);
    expect(response.status, path).toBe(404);
    expect(await response.json()).toEqual({ error: expect.any(String) });
  }
  for (const query of [
    'sort=colour',
    'health=ill',
    'kind=odd',
    'limit=-1',
    'limit=many',
    'offset=x',
  ]) {
    const response = await api(`/api/leases?${query}`);
    expect(response.status, query).toBe(400);
    expect(await response.json()).toEqual({ error: expect.any(String) });
  }
});

test('the stream begins with the whole view and goes on with what changes', async ({
  api,
  leases,
}) => {
  const lease = await leases.set('stream\0one', 'run-1');
  await expect.poll(async () => (await api(`/api/leases/${lease.id}`)).status).toBe(200);
  const ending = new AbortController();
  const response = await api('/api/stream?q=stream', { signal: ending.signal });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const events = eventsOf(response);
  expect((await events.next()).value).toMatchObject({
    event: 'snapshot',
    data: { matched: 1, rows: [{ id: lease.id, owner: 'run-1' }] },
  });
  await leases.set('stream\0one', 'run-2');
  for await (const { event, data } of events) {
    if (event === 'delta' && data.rows?.[0]?.owner === 'run-2') break;
  }
  ending.abort();
});

test('one who may only look cannot act, and the lease stays as it is', async ({
  leases,
  stack,
}) => {
  const lease = await leases.set('u9\0viewed', 'run-1');
  const response = await fetch(`${stack.dashboard.url}/api/leases/${lease.id}/release`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${stack.viewerToken}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ expectOwner: 'run-1', reason: 'curious' }),
  });
  expect(response.status).toBe(403);
  expect(await leases.owner(lease)).toBe('run-1');
});

test('who took over meanwhile keeps the lease, and is named', async ({ api, leases }) => {
  const lease = await leases.set('u9\0guarded', 'run-new');
  const response = await api(`/api/leases/${lease.id}/release`, {
    method: 'POST',
    body: JSON.stringify({ expectOwner: 'run-old', reason: 'looked stuck' }),
  });
  expect(await response.json()).toMatchObject({ outcome: 'owner-changed', owner: 'run-new' });
  expect(await leases.owner(lease)).toBe('run-new');
});

interface StreamEvent {
  event: string;
  data: { rows?: { owner: string }[] };
}

/** The server-sent events of a response, one by one. */
async function* eventsOf(response: Response): AsyncGenerator<StreamEvent> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const block = text.slice(0, end);
      text = text.slice(end + 2);
      const event = /^event: ?(.*)$/m.exec(block)?.[1];
      const data = /^data: ?(.*)$/m.exec(block)?.[1];
      if (event && data) yield { event, data: JSON.parse(data) };
    }
  }
}
