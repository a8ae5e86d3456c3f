import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ThreadWriter } from '@/lib/runs/testing/thread-writer.ts';
import { leaseboard } from '@/lib/server.ts';
import { GET as getOwners } from './leases/[id]/owners/route.ts';
import { GET as getProcesses } from './processes/route.ts';
import { type Board, idOf, keyOf, request, startBoard } from './testing/board.ts';

let board: Board;

beforeAll(async () => {
  board = await startBoard();
});
afterAll(() => board.stop());

const PATIENCE = { timeout: 10_000 };
const context = (id: string) => ({ params: Promise.resolve({ id }) });

async function bodyOf(response: Response | Promise<Response>) {
  return (await response).json();
}

/** Waits until the history has the end of what a lease was held for. */
async function ended(id: string, event: 'released' | 'expired'): Promise<void> {
  const { reader } = leaseboard().history;
  await vi.waitFor(
    () => expect(reader.page({ leaseId: id, event }).entries).toHaveLength(1),
    PATIENCE,
  );
}

test('the process of a run that is over is still known, from the stream of its thread', async () => {
  const [key, id] = ['user\0over', idOf('user\0over')];
  await new ThreadWriter(board.redis, 'mastra:topic').register(key, 'run-1', 'process-1');
  await board.redis.set(keyOf(key), 'run-1', 'PX', 60_000);
  await vi.waitFor(() => expect(leaseboard().board.get(id)).not.toBeNull(), PATIENCE);
  await board.redis.del(keyOf(key));
  await ended(id, 'released');
  const { processes } = await bodyOf(getOwners(request('/'), context(id)));
  expect(processes).toMatchObject({ 'run-1': { id: 'process-1', colour: expect.any(Number) } });
});

test('an owner that says who it is has its process at once, and leaves a trace when it dies', async () => {
  const owner = 'indexer@jobs-1:31281';
  const [key, id] = ['job-of-the-dead', idOf('job-of-the-dead')];
  await board.redis.set(keyOf(key), owner, 'PX', 1_500);
  const named = { process: { id: owner, label: 'indexer jobs-1', host: 'jobs-1', pid: 31281 } };
  await vi.waitFor(() => expect(leaseboard().board.get(id)).toMatchObject(named), PATIENCE);
  await ended(id, 'expired');
  const { processes } = await bodyOf(getProcesses(request('/'), null));
  expect(processes).toMatchObject([
    { id: owner, label: 'indexer jobs-1', verdict: 'gone', holds: 0, expired: 1 },
  ]);
});

test('the same owner anew is named anew', async () => {
  const owner = 'indexer@jobs-2:4';
  const [key, id] = ['job-again', idOf('job-again')];
  const processNow = () => leaseboard().board.get(id)?.process?.pid;
  for (let round = 0; round < 3; round++) {
    await board.redis.set(keyOf(key), owner, 'PX', 60_000);
    await vi.waitFor(() => expect(processNow()).toBe(4), PATIENCE);
    await board.redis.multi().del(keyOf(key)).set(keyOf(key), owner, 'PX', 60_000).exec();
  }
  await vi.waitFor(() => expect(processNow()).toBe(4), PATIENCE);
});

test('owners of what is no lease of ours are 404', async () => {
  expect((await getOwners(request('/'), context('!'))).status).toBe(404);
});
