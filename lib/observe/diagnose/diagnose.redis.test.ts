import { expect, it } from 'vitest';
import { until, type WatchedRedis, watchedRedis } from '../testing/watched-redis.ts';
import { diagnose } from './diagnose.ts';
import { say } from './finding-text.ts';

async function findingsOf({ watch }: WatchedRedis) {
  const all = await diagnose(watch, { Leaseboard: '9.9.9' });
  return { all, of: (id: string) => all.filter((finding) => finding.id === id) };
}

it('finds nothing to mend where all is well', async () => {
  const watched = await watchedRedis();
  const { all, of } = await findingsOf(watched);
  expect(all.filter(({ state }) => state !== 'good')).toEqual([]);
  expect(of('events')[0]?.title.say).toBe('events-keyspace');
  expect(of('coverage')[0]?.title).toEqual(say('coverage', { observed: 1, total: 1 }));
  expect(of('versions').map(({ title }) => title)).toContainEqual(
    say('versions', { text: `Leaseboard 9.9.9, Node ${process.versions.node}` }),
  );
  await watched.close();
});

it('says how to switch events on, and an operator can do it here, taking nothing away', async () => {
  const watched = await watchedRedis({ events: 'Ez' });
  const { watch, redis, gaps } = watched;
  const { of } = await findingsOf(watched);
  expect(of('events')[0]).toMatchObject({
    state: 'note',
    fix: { line: 'CONFIG SET notify-keyspace-events zEg$xe', act: 'enable-events' },
  });
  expect(await watch.enableEvents()).toEqual([{ node: 'redis', before: 'zE', after: 'zEg$xe' }]);
  await until(() => gaps.length === 2);
  expect(watch.trust().events.mode).toBe('keyspace');
  const [, flags = ''] = (await redis.config('GET', 'notify-keyspace-events')) as string[];
  expect([...flags].sort().join('')).toBe('$Eegxz');
  expect(await watch.enableEvents()).toEqual([]);
  await watched.close();
});

it('adds the flags by itself only on standing consent, and tells so', async () => {
  const watched = await watchedRedis({ events: '', watch: { enableEvents: true } });
  const { watch, redis } = watched;
  expect(watch.trust().events).toMatchObject({ mode: 'keyspace', reason: null });
  const told: unknown[] = [];
  watch.onFlagsSet((set) => told.push(set));
  await redis.config('SET', 'notify-keyspace-events', '');
  await until(() => told.length === 1);
  expect(told).toEqual([{ node: 'redis', before: '', after: 'Kg$xe' }]);
  await watched.close();
});

it('names what the user may not do, with the line that gives it', async () => {
  const args = ['--user', ...'reader on >secret ~* &* -@all +@read +@connection +time'.split(' ')];
  const watched = await watchedRedis({ args, as: { username: 'reader', password: 'secret' } });
  const { of } = await findingsOf(watched);
  expect(of('rights')[0]).toMatchObject({ state: 'note' });
  expect(of('rights')[0]?.title).toMatchObject({
    say: 'rights-some',
    with: { commands: expect.stringContaining('config|get, info') },
  });
  expect(of('rights')[0]?.fix?.line).toMatch(/^ACL SETUSER \S+ %R~mastra:topic:\* /);
  await watched.close();
});

it('warns of eviction and of a replica', async () => {
  const primary = await watchedRedis();
  const args = ['--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru'];
  const watched = await watchedRedis({
    args: [...args, '--replicaof', '127.0.0.1', String(primary.server.port)],
  });
  const { of } = await findingsOf(watched);
  expect(of('eviction')[0]).toMatchObject({
    state: 'warning',
    title: say('evicts', { policy: 'allkeys-lru' }),
    fix: { line: 'CONFIG SET maxmemory-policy noeviction' },
  });
  expect(of('role')[0]).toMatchObject({ state: 'problem' });
  await watched.close();
  await primary.close();
});

it('says so when a server does not answer', async () => {
  const watched = await watchedRedis();
  await watched.server.stop();
  await until(() => watched.watch.trust().redis.state === 'down');
  const { of } = await findingsOf(watched);
  expect(of('coverage').map(({ state }) => state)).toEqual(['problem', 'problem']);
  await watched.close();
});
