import { expect, test } from 'vitest';
import { COLOUR_PLACES, colourPlace } from '../keys/colour-place.ts';
import { ColourPlaces } from './colour-places.ts';

const ids = Array.from({ length: 40 }, (_, at) => `process-${at}`);

test('eight processes have eight colours, whatever they are called', () => {
  const places = new ColourPlaces(() => true);
  // By their names alone they would all share one.
  const many = Array.from({ length: 400 }, (_, at) => `web-${at}`);
  const eight = many.filter((id) => colourPlace(id) === 3).slice(0, COLOUR_PLACES);
  expect(new Set(eight.map((id) => places.of(id))).size).toBe(COLOUR_PLACES);
  const again = eight.toReversed().map((id) => places.of(id));
  expect(again.toReversed()).toEqual(eight.map((id) => places.of(id)));
});

test('with more than that each colour has about as many', () => {
  const places = new ColourPlaces(() => true);
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(places.of(id), (counts.get(places.of(id)) ?? 0) + 1);
  expect([...counts.values()]).toEqual(Array.from({ length: COLOUR_PLACES }, () => 5));
});

test('the dead keep their colour, and others get it too', () => {
  const dead = new Set<string>();
  const places = new ColourPlaces((id) => !dead.has(id));
  const before = ids.slice(0, COLOUR_PLACES).map((id) => places.of(id));
  for (const id of ids.slice(0, COLOUR_PLACES)) dead.add(id);
  const after = ids.slice(8, 16).map((id) => places.of(id));
  expect(new Set(after).size).toBe(COLOUR_PLACES);
  expect(ids.slice(0, COLOUR_PLACES).map((id) => places.of(id))).toEqual(before);
});
