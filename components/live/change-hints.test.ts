import { afterEach, expect, test, vi } from 'vitest';
import { ChangeHints } from './change-hints.ts';

const open: ChangeHints[] = [];
function hints(onHint: () => void = () => {}): ChangeHints {
  const made = new ChangeHints(onHint);
  open.push(made);
  return made;
}
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

test('the other windows are told, and not the one that tells', async () => {
  const [own, others] = [vi.fn(), vi.fn()];
  hints(others);
  hints(others);
  hints(own).say();
  await vi.waitFor(() => expect(others).toHaveBeenCalledTimes(2));
  expect(own).not.toHaveBeenCalled();
});

test('many changes are told at once and once more, and the last is not left out', async () => {
  const told = vi.fn();
  hints(told);
  const teller = hints();
  for (let n = 0; n < 100; n++) teller.say();
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(2));
});

test('nothing is told after the end', async () => {
  const told = vi.fn();
  hints(told);
  const teller = hints();
  teller.say();
  teller.say();
  teller.close();
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1));
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(told).toHaveBeenCalledTimes(1);
});
