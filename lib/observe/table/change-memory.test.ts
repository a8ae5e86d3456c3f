import { expect, it } from 'vitest';
import { FLAPPING_CHANGES, FLAPPING_WINDOW_MS } from '../health.ts';
import { ChangeMemory } from './change-memory.ts';

it('counts changes within the flapping window, and when the count falls', () => {
  const memory = new ChangeMemory();
  for (let i = 0; i < FLAPPING_CHANGES; i++) memory.note('k', i * 1000);
  expect(memory.recent('k', 5000)).toBe(FLAPPING_CHANGES);
  expect(memory.nextFall('k', 5000)).toBe(FLAPPING_WINDOW_MS);
  expect(memory.recent('k', FLAPPING_WINDOW_MS)).toBe(FLAPPING_CHANGES - 1);
  expect(memory.recent('other', 0)).toBe(0);
  expect(memory.nextFall('other', 0)).toBeNull();
});

it('keeps the total longer than the times, and forgets in the end', () => {
  const memory = new ChangeMemory();
  for (let i = 1; i <= 20; i++) expect(memory.note('k', i)).toBe(i);
  expect(memory.note('late', 11 * 60_000)).toBe(1);
  expect(memory.note('k', 11 * 60_000)).toBe(1);
});

it('counts the keys that flap, whether they are held or just free, until they calm down', () => {
  const memory = new ChangeMemory();
  for (let i = 0; i < FLAPPING_CHANGES; i++) memory.note('k', i * 1000);
  for (let i = 0; i < FLAPPING_CHANGES - 1; i++) memory.note('calm', i * 1000);
  expect(memory.flapping(20_000)).toBe(1);
  expect(memory.flapping(FLAPPING_WINDOW_MS)).toBe(0);
  expect(memory.flapping(20_000)).toBe(0);
});
