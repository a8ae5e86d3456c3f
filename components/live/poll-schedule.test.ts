import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PollSchedule } from './poll-schedule.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function answeredTurns() {
  const [turns, ask] = [new PollSchedule(), vi.fn()];
  turns.asked();
  turns.answered(ask);
  return { turns, ask };
}

test('asks every 1.5 s of itself', () => {
  const { ask } = answeredTurns();
  vi.advanceTimersByTime(1499);
  expect(ask).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(ask).toHaveBeenCalledTimes(1);
});

test('asks at once after a hint, but not twice within half a second', () => {
  const { turns, ask } = answeredTurns();
  vi.advanceTimersByTime(800);
  turns.hint();
  vi.advanceTimersByTime(0);
  expect(ask).toHaveBeenCalledTimes(1);

  turns.asked();
  turns.answered(ask);
  turns.hint();
  turns.hint();
  vi.advanceTimersByTime(499);
  expect(ask).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(ask).toHaveBeenCalledTimes(2);
});

test('a hint while an answer is on its way is not forgotten', () => {
  const { turns, ask } = answeredTurns();
  turns.asked();
  turns.hint();
  vi.advanceTimersByTime(5000);
  expect(ask).not.toHaveBeenCalled();
  turns.answered(ask);
  vi.advanceTimersByTime(0);
  expect(ask).toHaveBeenCalledTimes(1);
});

test('asks no more once it is stopped', () => {
  const { turns, ask } = answeredTurns();
  turns.stop();
  turns.hint();
  vi.advanceTimersByTime(5000);
  expect(ask).not.toHaveBeenCalled();
});
