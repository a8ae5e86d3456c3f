// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Ticker } from './ticker.ts';

const FRAME_MS = 16;
let frames = 0;

beforeEach(() => {
  frames = 0;
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) =>
    setTimeout(() => {
      frames++;
      frame(performance.now());
    }, FRAME_MS),
  );
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('calls every listener about ten times a second, and asks for no frame in between', () => {
  const ticker = new Ticker();
  const one = vi.fn();
  const two = vi.fn();
  ticker.subscribe(one);
  ticker.subscribe(two);
  vi.advanceTimersByTime(1000);
  expect(one.mock.calls.length).toBe(two.mock.calls.length);
  expect(one.mock.calls.length).toBeGreaterThanOrEqual(9);
  expect(one.mock.calls.length).toBeLessThanOrEqual(11);
  expect(frames).toBe(one.mock.calls.length);
});

test('waits for nothing once nobody listens, and begins again with the next one', () => {
  const ticker = new Ticker();
  const first = vi.fn();
  ticker.subscribe(first)();
  expect(vi.getTimerCount()).toBe(0);
  const stop = ticker.subscribe(first);
  vi.advanceTimersByTime(50);
  expect(first).toHaveBeenCalledTimes(1);
  stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('a listener that ends in its own call ends the waiting', () => {
  const ticker = new Ticker();
  const stop = ticker.subscribe(() => stop());
  vi.advanceTimersByTime(50);
  expect(vi.getTimerCount()).toBe(0);
});
