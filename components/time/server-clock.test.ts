import { expect, test } from 'vitest';
import { ServerClock } from './server-clock.ts';

test('counts from the message with the least delay', () => {
  let monotonic = 1000;
  const clock = new ServerClock(() => monotonic);
  clock.observe(50_000);
  monotonic = 2000;
  // Sent at 51 000, arrived 400 ms late.
  clock.observe(50_600);
  expect(clock.now()).toBe(51_000);
  monotonic = 3000;
  expect(clock.now()).toBe(52_000);
});

test('starts anew after a reset', () => {
  let monotonic = 0;
  const clock = new ServerClock(() => monotonic);
  clock.observe(90_000);
  // The machine slept for a minute without its monotonic clock.
  clock.reset(150_000);
  monotonic = 10;
  expect(clock.now()).toBe(150_010);
});

test('follows a server clock that was set back once old messages are forgotten', () => {
  const clock = new ServerClock(() => 0);
  clock.observe(100_000);
  for (let i = 0; i < 20; i++) clock.observe(40_000);
  expect(clock.now()).toBe(40_000);
});
