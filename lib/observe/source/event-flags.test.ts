import { expect, it } from 'vitest';
import { mergedEventFlags, parseEventFlags, tellsEvictions } from './event-flags.ts';

const sorted = (flags: string | null) => flags && [...flags].sort().join('');

it('knows what is missing for leases', () => {
  expect(parseEventFlags('Kg$xe')).toEqual({ keyspace: true, keyevent: false, missing: [] });
  expect(parseEventFlags('AE')).toEqual({ keyspace: false, keyevent: true, missing: [] });
  expect(parseEventFlags('Kx').missing).toEqual(['g', '$']);
  expect(parseEventFlags('')).toEqual({
    keyspace: false,
    keyevent: false,
    missing: ['g', '$', 'x'],
  });
  expect(tellsEvictions('Kg$x')).toBe(false);
  expect(tellsEvictions('KA')).toBe(true);
});

it('writes nothing where nothing is missing', () => {
  expect(mergedEventFlags('Kg$x')).toBeNull();
  expect(mergedEventFlags('AKE')).toBeNull();
  expect(mergedEventFlags('EA')).toBeNull();
});

it('adds and never takes away; A is written out, for Redis hides flags behind it', () => {
  expect(sorted(mergedEventFlags(''))).toBe(sorted('Kg$xe'));
  expect(sorted(mergedEventFlags('Elh'))).toBe(sorted('Elhg$xe'));
  expect(sorted(mergedEventFlags('A'))).toBe(sorted('Kg$lshztxed'));
  expect(sorted(mergedEventFlags('Kn'))).toBe(sorted('Kng$xe'));
});
