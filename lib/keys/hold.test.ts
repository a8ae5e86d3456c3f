import { expect, test } from 'vitest';
import { holderName, holdOwner } from './hold.ts';

test('a hold names its holder, whatever the name holds', () => {
  for (const name of ['Ada', 'Zoë "Z" \\', '日本', ']']) {
    expect(holderName(holdOwner(name, 'request-1'))).toBe(name);
  }
});

test('any other owner is no hold', () => {
  for (const owner of [
    'run-1',
    '',
    'leaseboard-hold:',
    'leaseboard-hold:[1]',
    'leaseboard-hold:[',
  ]) {
    expect(holderName(owner)).toBeNull();
  }
});
