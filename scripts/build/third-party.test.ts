import { expect, test } from 'vitest';
import { thirdParties, thirdPartyPage } from './third-party.ts';

/** Licences that ask for no more than to be named. */
const ALLOWED = /^(MIT|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD|CC-BY-4\.0|OFL-1\.1|BlueOak-1\.0\.0)$/;

const packages = thirdParties(process.cwd());

test('what is imported is listed, with what it needs in turn', () => {
  const names = packages.map(({ name }) => name);
  const some = [
    'next',
    'react',
    'ioredis',
    'denque',
    'zod',
    'sonner',
    '@fontsource-variable/inter',
  ];
  expect(names).toEqual(expect.arrayContaining(some));
  expect(names).not.toContain('vitest');
  expect(thirdPartyPage(packages)).toContain('| ioredis | 6.0.0 | MIT |');
});

test('every licence is one that the project may ship', () => {
  expect(packages.filter(({ licence }) => !ALLOWED.test(licence))).toEqual([]);
});
