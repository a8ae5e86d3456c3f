import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchRedis, type RedisServer } from '../../scripts/redis/launch.ts';
import { leaseKeyPrefix } from '../lease/index.ts';
import { PubSubClosedError, RedisStreamsPubSub, type RedisStreamsPubSubOptions } from './index.ts';
import { Collector, eventOf } from './testing/collector.ts';

const PREFIX = 'test:topic';
const open: RedisStreamsPubSub[] = [];
let server: RedisServer;
let redis: Redis;
let topics = 0;

beforeAll(async () => {
  server = await launchRedis();
  redis = new Redis(server.url);
});

afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((pubsub) => pubsub.close()));
  await redis.flushall();
});

function create(options: RedisStreamsPubSubOptions = {}): RedisStreamsPubSub {
  const pubsub = new RedisStreamsPubSub({
    redisOptions: { url: server.url, connectionName: `pubsub-${open.length}` },
    keyPrefix: PREFIX,
    blockMs: 100,
    process: false,
    ...options,
  });
  open.push(pubsub);
  return pubsub;
}

const topicName = () => `topic-${++topics}`;
const keyOf = (topic: string) => `${PREFIX}:${topic}`;

async function pendingOf(topic: string): Promise<number> {
  const groups = (await redis.xinfo('GROUPS', keyOf(topic))) as unknown[][];
  return groups.reduce((sum, group) => sum + Number(group[group.indexOf('pending') + 1]), 0);
}

async function groupsOf(topic: string): Promise<number> {
  return ((await redis.xinfo('GROUPS', keyOf(topic))) as unknown[]).length;
}

/** Connections of the first pubsub of a test. */
async function connections(): Promise<number> {
  const list = (await redis.client('LIST')) as string;
  return list.split('\n').filter((line) => line.includes('name=pubsub-0')).length;
}

describe('what is written', () => {
  it('is one field `event` at `<prefix>:<topic>`, as Mastra’s backend writes it', async () => {
    const topic = topicName();
    await create().publish(topic, { type: 't', runId: 'r', data: { a: 1 } });
    const [entry] = await redis.xrange(keyOf(topic), '-', '+');
    expect(entry?.[1][0]).toBe('event');
    const event = JSON.parse(entry?.[1][1] ?? '');
    expect(Object.keys(event)).toEqual([
      ...['type', 'runId', 'data', 'id', 'createdAt', 'deliveryAttempt'],
    ]);
    expect(event).toMatchObject({ type: 't', runId: 'r', data: { a: 1 }, deliveryAttempt: 1 });
    expect(event.createdAt).toMatch(/^\d{4}-.*Z$/);
    expect(await redis.pttl(keyOf(topic))).toBe(-1);
  });

  it('keeps a stream about as long as told, and lets it go when idle', async () => {
    const topic = topicName();
    const pubsub = create({ maxStreamLength: 10, streamIdleTtlMs: 60_000 });
    await Promise.all(Array.from({ length: 500 }, (_, n) => pubsub.publish(topic, eventOf(n))));
    expect(await redis.xlen(keyOf(topic))).toBeLessThan(200);
    expect(await redis.pttl(keyOf(topic))).toBeGreaterThan(50_000);
  });
});

describe('subscribers without a group', () => {
  it('all get every event in order, the publisher’s own too, with a Date', async () => {
    const topic = topicName();
    const [mine, theirs] = [create(), create()];
    const [one, two] = [new Collector(), new Collector()];
    await mine.subscribe(topic, one.callback);
    await theirs.subscribe(topic, two.callback);
    for (let n = 0; n < 50; n++) void mine.publish(topic, eventOf(n));
    const all = Array.from({ length: 50 }, (_, n) => n);
    await expect.poll(() => one.received).toEqual(all);
    await expect.poll(() => two.received).toEqual(all);
    expect(two.events[0]?.createdAt).toBeInstanceOf(Date);
    await expect.poll(() => pendingOf(topic)).toBe(0);
  });

  it('begin with what the stream still holds, or with what comes, as they wish', async () => {
    const topic = topicName();
    const pubsub = create();
    await pubsub.publish(topic, eventOf('before'));
    const [earliest, latest] = [new Collector(), new Collector()];
    await create().subscribe(topic, earliest.callback);
    await create().subscribe(topic, latest.callback, { startFrom: 'latest' });
    await pubsub.publish(topic, eventOf('after'));
    await expect.poll(() => earliest.received).toEqual(['before', 'after']);
    await expect.poll(() => latest.received).toEqual(['after']);
  });

  it('share one connection and one group in a process, later ones are shown the past', async () => {
    const topic = topicName();
    const pubsub = create();
    const first = new Collector();
    await pubsub.subscribe(topic, first.callback);
    await pubsub.publish(topic, eventOf(1));
    await expect.poll(() => first.received).toEqual([1]);
    const used = await connections();
    const others = Array.from({ length: 5 }, () => new Collector());
    await Promise.all(others.map(({ callback }) => pubsub.subscribe(topic, callback)));
    const latest = new Collector();
    await pubsub.subscribe(topic, latest.callback, { startFrom: 'latest' });
    expect(await connections()).toBe(used);
    expect(await groupsOf(topic)).toBe(1);
    await pubsub.publish(topic, eventOf(2));
    for (const { received } of [first, ...others]) expect(received.length).toBeLessThanOrEqual(2);
    for (const other of [first, ...others]) await expect.poll(() => other.received).toEqual([1, 2]);
    expect(latest.received).toEqual([2]);
    await expect.poll(() => pendingOf(topic)).toBe(0);
  });

  it('leave one by one; the last one takes the reader and the group along', async () => {
    const topic = topicName();
    const pubsub = create();
    await pubsub.publish('elsewhere', eventOf(0));
    const used = await connections();
    const [one, two] = [new Collector(), new Collector()];
    await pubsub.subscribe(topic, one.callback);
    await pubsub.subscribe(topic, two.callback);
    await pubsub.unsubscribe(topic, one.callback);
    await pubsub.publish(topic, eventOf(1));
    await expect.poll(() => two.received).toEqual([1]);
    expect(one.received).toEqual([]);
    await pubsub.unsubscribe(topic, two.callback);
    expect(await groupsOf(topic)).toBe(0);
    await expect.poll(connections).toBe(used);
  });

  it('are called again, all of them, when one refuses', async () => {
    const topic = topicName();
    const pubsub = create();
    const willing = new Collector();
    const hesitant = new Collector((event, ack, nack) =>
      event.deliveryAttempt === 1 ? nack?.() : ack?.(),
    );
    await pubsub.subscribe(topic, willing.callback);
    await pubsub.subscribe(topic, hesitant.callback);
    await pubsub.publish(topic, eventOf('x'));
    await expect.poll(() => hesitant.events.map((e) => e.deliveryAttempt)).toEqual([1, 2]);
    await expect.poll(() => willing.events.map((e) => e.deliveryAttempt)).toEqual([1, 2]);
    expect(new Set(willing.events.map(({ id }) => id)).size).toBe(1);
    await expect.poll(() => pendingOf(topic)).toBe(0);
  });

  it('are not waited for', async () => {
    const topic = topicName();
    const pubsub = create();
    const stuck = new Collector(() => new Promise<void>(() => {}));
    await pubsub.subscribe(topic, stuck.callback);
    await pubsub.publish(topic, eventOf(1));
    await pubsub.publish(topic, eventOf(2));
    await expect.poll(() => stuck.received).toEqual([1, 2]);
    expect(await pendingOf(topic)).toBe(2);
    await pubsub.unsubscribe(topic, stuck.callback);
  });
});

describe('subscribers of a group', () => {
  const group = 'workers';

  it('share the events, each handled once, and keep their place', async () => {
    const topic = topicName();
    const [one, two] = [create(), create()];
    const [left, right] = [new Collector(), new Collector()];
    await one.subscribe(topic, left.callback, { group });
    await two.subscribe(topic, right.callback, { group });
    const all = Array.from({ length: 200 }, (_, n) => n);
    await Promise.all(all.map((n) => one.publish(topic, eventOf(n))));
    const received = () =>
      [...left.received, ...right.received].sort((a, b) => Number(a) - Number(b));
    await expect.poll(received).toEqual(all);
    await one.unsubscribe(topic, left.callback);
    await two.unsubscribe(topic, right.callback);
    await one.publish(topic, eventOf('while away'));
    const back = new Collector();
    await one.subscribe(topic, back.callback, { group });
    await expect.poll(() => back.received).toEqual(['while away']);
    expect(await pendingOf(topic)).toBe(0);
  });

  it('drop an event that is refused five times', async () => {
    const topic = topicName();
    const warnings: string[] = [];
    const pubsub = create({ logger: { warn: (message) => warnings.push(message) } });
    const refusing = new Collector(() => Promise.reject(new Error('no')));
    await pubsub.subscribe(topic, refusing.callback, { group });
    await pubsub.publish(topic, eventOf('poison'));
    await expect.poll(() => refusing.events.map((e) => e.deliveryAttempt)).toEqual([1, 2, 3, 4, 5]);
    await expect.poll(() => pendingOf(topic)).toBe(0);
    await pubsub.publish(topic, eventOf('next'));
    await expect.poll(() => refusing.received.at(-1)).toBe('next');
    expect(refusing.received.filter((n) => n === 'poison')).toHaveLength(5);
    expect(warnings.join()).toContain('dropped after 5 attempts');
    expect(warnings.join()).not.toContain('poison');
  });

  it('take over what another left alone, and never what they work on themselves', async () => {
    const topic = topicName();
    const quick = { reclaimIntervalMs: 100, reclaimIdleMs: 300 };
    const slow = new Collector(() => new Promise<void>(() => {}));
    await create({ ...quick, reclaimIntervalMs: 100 }).subscribe(topic, slow.callback, { group });
    await create().publish(topic, eventOf('x'));
    await expect.poll(() => slow.received).toEqual(['x']);
    const [idle] = (await redis.xpending(keyOf(topic), group, '-', '+', 1)) as unknown[][];
    await expect
      .poll(async () => {
        const [now] = (await redis.xpending(keyOf(topic), group, '-', '+', 1)) as unknown[][];
        return Number(now?.[2]);
      })
      .toBeGreaterThan(600);
    expect(idle?.[3]).toBe(1);
    expect(slow.received).toEqual(['x']);
    const other = new Collector();
    await create(quick).subscribe(topic, other.callback, { group });
    await expect.poll(() => other.received).toEqual(['x']);
    expect(other.events[0]?.deliveryAttempt).toBe(2);
    await expect.poll(() => pendingOf(topic)).toBe(0);
    expect(slow.received).toEqual(['x']);
  });

  it('leave an event to a handler that says that it still works', async () => {
    const topic = topicName();
    const quick = { reclaimIntervalMs: 50, reclaimIdleMs: 400 };
    let finish = () => {};
    const working = new Collector(async (_event, ack, _nack, extend) => {
      const sign = setInterval(() => void extend?.(), 50);
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      clearInterval(sign);
      await ack?.();
    });
    await create(quick).subscribe(topic, working.callback, { group });
    await create().publish(topic, eventOf('x'));
    await expect.poll(() => working.received).toEqual(['x']);
    const other = new Collector();
    await create(quick).subscribe(topic, other.callback, { group });
    const since = performance.now();
    await expect.poll(() => performance.now() - since, { timeout: 5_000 }).toBeGreaterThan(1_000);
    expect(other.received).toEqual([]);
    finish();
    await expect.poll(() => pendingOf(topic)).toBe(0);
  });

  it('count an event as refused that a handler holds for too long', async () => {
    const topic = topicName();
    const options = { inFlightTimeoutMs: 100, reclaimIntervalMs: 50, maxDeliveryAttempts: 2 };
    const hung = new Collector(() => {});
    await create(options).subscribe(topic, hung.callback, { group });
    await create().publish(topic, eventOf('x'));
    await expect.poll(() => hung.events.map((e) => e.deliveryAttempt)).toEqual([1, 2]);
    await expect.poll(() => pendingOf(topic)).toBe(0);
  });
});

describe('events that stay in the process', () => {
  it('reach its subscribers at once as the object they are, and never Redis', async () => {
    const topic = topicName();
    const [pubsub, other] = [create(), create()];
    const [here, there] = [new Collector(), new Collector()];
    await other.subscribe(topic, there.callback);
    const data = { n: 1, when: new Date(), call: () => 7 };
    const subscribing = pubsub.subscribe(topic, here.callback);
    await pubsub.publish(topic, { type: 't', runId: 'r', data }, { localOnly: true });
    expect(here.events[0]?.data).toBe(data);
    await subscribing;
    await pubsub.publish(topic, eventOf('to all'));
    await expect.poll(() => there.received).toEqual(['to all']);
    expect(await redis.xlen(keyOf(topic))).toBe(1);
  });
});

describe('streams that go away', () => {
  it('are made again under a subscriber, which misses nothing published afterwards', async () => {
    const topic = topicName();
    const pubsub = create();
    const [fan, worker] = [new Collector(), new Collector()];
    await pubsub.subscribe(topic, fan.callback);
    await pubsub.subscribe(topic, worker.callback, { group: 'g' });
    await pubsub.publish(topic, eventOf(1));
    await expect.poll(() => [fan.received, worker.received]).toEqual([[1], [1]]);
    await pubsub.clearTopic(topic);
    await pubsub.publish(topic, eventOf(2));
    await expect
      .poll(() => [fan.received, worker.received])
      .toEqual([
        [1, 2],
        [1, 2],
      ]);
    await redis.xgroup('DESTROY', keyOf(topic), 'g');
    await pubsub.publish(topic, eventOf(3));
    await expect
      .poll(() => [fan.received, worker.received])
      .toEqual([
        [1, 2, 3],
        [1, 2, 3],
      ]);
  });

  it('are cleared without a word even when there is none, or Redis refuses', async () => {
    const pubsub = create();
    await expect(pubsub.clearTopic('never-used')).resolves.toBeUndefined();
    await pubsub.close();
    await expect(pubsub.clearTopic('after-close')).resolves.toBeUndefined();
  });

  it('lose what one run published when they are trimmed, up to a time where one is given', async () => {
    const topic = topicName();
    const pubsub = create();
    await pubsub.publish(topic, eventOf('old', 'run-1'));
    await pubsub.publish(topic, eventOf('other', 'run-2'));
    const [first] = await redis.xrange(keyOf(topic), '-', '+');
    const createdAt = new Date(JSON.parse(first?.[1][1] ?? '').createdAt);
    await expect.poll(() => Date.now()).toBeGreaterThan(createdAt.getTime() + 5);
    await pubsub.publish(topic, eventOf('new', 'run-1'));
    const left = async () =>
      (await redis.xrange(keyOf(topic), '-', '+')).map(([, f]) => JSON.parse(f[1] ?? '').data.n);
    await pubsub.trimTopic(topic, {
      runId: 'run-1',
      producedBefore: new Date(createdAt.getTime() + 1),
    });
    expect(await left()).toEqual(['other', 'new']);
    await pubsub.trimTopic(topic, { runId: 'run-1' });
    expect(await left()).toEqual(['other']);
  });
});

describe('the end', () => {
  it('waits for publishes, and for handlers to finish what they hold', async () => {
    const topic = topicName();
    const pubsub = create();
    let finish = () => {};
    const handler = new Collector(async (_event, ack) => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      await pubsub.publish('results', eventOf('from the handler'));
      await ack?.();
    });
    await pubsub.subscribe(topic, handler.callback, { group: 'g' });
    void pubsub.publish(topic, eventOf('x'));
    await pubsub.flush();
    expect(await redis.xlen(keyOf(topic))).toBe(1);
    await expect.poll(() => handler.received).toEqual(['x']);
    const closing = pubsub.close();
    finish();
    await closing;
    expect(await redis.xlen(keyOf('results'))).toBe(1);
    expect(await pendingOf(topic)).toBe(0);
    await expect.poll(connections).toBe(0);
  });

  it('makes publish and subscribe throw, and lease calls answer that nothing is held', async () => {
    const pubsub = create();
    expect(await pubsub.acquireLease('k', 'a', 60_000)).toMatchObject({ acquired: true });
    expect(await redis.get(`${leaseKeyPrefix(PREFIX)}k`)).toBe('a');
    await pubsub.close();
    await pubsub.close();
    await expect(pubsub.publish('t', eventOf(1))).rejects.toThrow(PubSubClosedError);
    await expect(pubsub.subscribe('t', () => {})).rejects.toThrow(PubSubClosedError);
    expect(await pubsub.acquireLease('k', 'a', 60_000)).toEqual({ acquired: false });
    expect(await pubsub.getLeaseOwner('k')).toBeUndefined();
    expect(await pubsub.renewLease('k', 'a', 60_000)).toBe(false);
    expect(await pubsub.transferLease('k', 'a', 'b', 60_000)).toBe(false);
    await expect(pubsub.releaseLease('k', 'a')).resolves.toBeUndefined();
  });
});
