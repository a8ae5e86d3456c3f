// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Ticker } from './ticker.ts';

let frames: FrameRequestCallback[] = [];

beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  vi.stubGlobal('cancelAnimationFrame', () => frames.splice(0));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function frameAt(ms: number): void {
  for (const frame of frames.splice(0)) frame(ms);
}

test('calls every listener from one frame loop, about ten times a second', () => {
  const ticker = new Ticker();
  const one = vi.fn();
  const two = vi.fn();
  ticker.subscribe(one);
  ticker.subscribe(two);
  expect(frames).toHaveLength(1);
  for (let ms = 0; ms <= 1000; ms += 16) frameAt(ms);
  expect(one.mock.calls.length).toBe(two.mock.calls.length);
  expect(one.mock.calls.length).toBeGreaterThanOrEqual(9);
  expect(one.mock.calls.length).toBeLessThanOrEqual(11);
});

test('asks for no frame once nobody listens', () => {
  const ticker = new Ticker();
  const stop = ticker.subscribe(() => {});
  stop();
  expect(frames).toHaveLength(0);
});
