// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserLevel, type Level } from '../shell/trust-facts.ts';
import { LiveLink } from './live-link.ts';

const SNAPSHOT = { rows: [] };
let streams: FakeStream[];
let answer: () => Promise<Response>;
let visibility: DocumentVisibilityState;
let link: LiveLink;

class FakeStream extends EventTarget {
  static CLOSED = 2;
  readyState = 0;
  onerror: (() => void) | null = null;
  constructor() {
    super();
    streams.push(this);
  }
  close(): void {
    this.readyState = FakeStream.CLOSED;
  }
  say(name: string): void {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(SNAPSHOT) }));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  streams = [];
  visibility = 'visible';
  answer = async () => Response.json(SNAPSHOT);
  vi.stubGlobal('EventSource', FakeStream);
  const request = async (_name: string, _options: object, use: (lock: object) => unknown) =>
    use({});
  vi.stubGlobal('navigator', { locks: { request } });
  vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) =>
    Promise.race([
      answer(),
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
    ]),
  );
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  link = new LiveLink({ onSnapshot() {}, onDelta() {}, onHeartbeat() {} });
});
afterEach(() => {
  link.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const level = (): Level => browserLevel(link.state, performance.now());
const never = () => new Promise<Response>(() => {});

function show(state: DocumentVisibilityState): void {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
}

async function startStreaming(): Promise<void> {
  link.start();
  await pass(0);
  streams.at(-1)?.say('snapshot');
}

/** Every way to be without news, each with the network that brings none at all. */
const SILENCES: Record<string, () => Promise<void>> = {
  'a stream that never said anything': async () => {
    link.start();
    await pass(0);
  },
  'a stream that fell silent': startStreaming,
  'a stream opened again for another subject': async () => {
    await startStreaming();
    link.watch({ view: { q: 'x', sort: 'key', offset: 0, limit: 1 } as never });
    await pass(0);
  },
  'a stream that broke': async () => {
    await startStreaming();
    streams.at(-1)?.onerror?.();
  },
  'a page shown again': async () => {
    await startStreaming();
    show('hidden');
    show('visible');
    await pass(0);
  },
};

for (const [name, enter] of Object.entries(SILENCES)) {
  test(`not live within 12 s: ${name}`, async () => {
    await enter();
    answer = never;
    await pass(12_000);
    expect(level()).toBe('bad');
  });
}

test('asks instead where only the stream is held back, and tries the stream again later', async () => {
  link.start();
  await pass(8000);
  expect(link.state).toMatchObject({ mode: 'asking', heldBack: true });
  expect(level()).toBe('good');
  const tried = streams.length;
  await pass(50_000);
  expect(streams.length).toBe(tried);
  await pass(9000);
  expect(streams.length).toBe(tried + 1);
  streams.at(-1)?.say('snapshot');
  expect(link.state).toMatchObject({ mode: 'stream', heldBack: false });
});

test('asks where a stream falls silent that was good', async () => {
  await startStreaming();
  await pass(14_000);
  expect(link.state.mode).toBe('asking');
  expect(level()).toBe('good');
});

test('a page that was hidden for hours is not live when it is shown, until it hears the server', async () => {
  await startStreaming();
  show('hidden');
  await pass(3 * 3_600_000);
  show('visible');
  expect(level()).toBe('bad');
  await pass(0);
  streams.at(-1)?.say('snapshot');
  expect(level()).toBe('good');
});

test('time asleep counts, although the monotonic clock stood still', async () => {
  await startStreaming();
  answer = never;
  vi.setSystemTime(Date.now() + 3 * 3_600_000);
  await pass(1000);
  expect(level()).toBe('bad');
});
