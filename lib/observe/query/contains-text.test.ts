import { expect, it } from 'vitest';
import { containsText } from './contains-text.ts';

const binary = Buffer.from([0xff, 0x00, 0xfe, 0x80, ...Buffer.from('Thread')]).toString('latin1');

it.each(['thread', 'x80thread', '\\xfe', 'xff'])(
  'finds %j in bytes that are no text, as they are shown',
  (needle) => {
    expect(containsText(needle)(binary)).toBe(true);
  },
);

it('does not find what is not there', () => {
  expect(containsText('x81thread')(binary)).toBe(false);
});
