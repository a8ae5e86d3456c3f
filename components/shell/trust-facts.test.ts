import { expect, test } from 'vitest';
import { TRUST } from '../live/fixture.ts';
import { en } from '../messages/en.ts';
import { translator } from '../messages/translate.ts';
import { browserLevel, eventsFact, recorderFact, redisFact } from './trust-facts.ts';

const words = translator('en', en);
const link = { mode: 'stream', refused: false, heldBack: false, heardAt: 0 } as const;

test('an open stream that says nothing is doubted, then disbelieved', () => {
  expect(browserLevel(link, 5000)).toBe('good');
  expect(browserLevel(link, 8000)).toBe('doubt');
  expect(browserLevel(link, 13_000)).toBe('bad');
});

test('a broken stream is doubted at once', () => {
  expect(browserLevel({ ...link, mode: 'lost' }, 100)).toBe('doubt');
  expect(browserLevel({ ...link, mode: 'signed-out' }, 100)).toBe('bad');
});

test('all well: four quiet lights and the delay of an event', () => {
  expect(redisFact(TRUST, words)).toMatchObject({ level: 'good', short: null });
  expect(eventsFact(TRUST, words)).toMatchObject({ level: 'good', short: '3 ms' });
  expect(recorderFact(TRUST, words)).toMatchObject({ level: 'good', short: null });
});

test('sampling says how often and why', () => {
  const events = {
    ...TRUST.events,
    mode: 'sampling',
    periodMs: 2000,
    reason: 'Flags are off.',
  } as const;
  expect(eventsFact({ ...TRUST, events }, words)).toEqual({
    name: 'Events',
    level: 'doubt',
    short: 'sampled',
    reason: 'No events: leases are sampled every 2 s. Flags are off.',
  });
});
