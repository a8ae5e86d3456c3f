import { expect, it } from 'vitest';
import { containsText } from './contains-text.ts';

const binary = Buffer.from([0xff, 0x00, 0xfe, 0x80, ...Buffer.from('Thread')]).toString('latin1');

it.each(['thread', 'x80thread', '\\xfe', 'xff'])(
  'finds %j in bytes that are no text, as they are shown',
  (needle) => {
    expect(containsText(needle)(binary)).toBe(true);
  },
);

it('takes \\0 for the NUL that it shows, and for itself', () => {
  expect(containsText('acct_42\\0refund')('mastra:topic:lease:acct_42\0refund-61')).toBe(true);
  expect(containsText('acct_42\\0refund')('mastra:topic:lease:acct_42\\0refund-61')).toBe(true);
  expect(containsText('acct_42\\0refund')('mastra:topic:lease:acct_42:refund-61')).toBe(false);
  const korean = Buffer.from('lease:日本語\0스레드').toString('latin1');
  expect(containsText('日本語\\0스')(korean)).toBe(true);
});

it('does not find what is not there', () => {
  expect(containsText('x81thread')(binary)).toBe(false);
});
