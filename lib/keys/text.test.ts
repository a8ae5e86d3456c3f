import { expect, it } from 'vitest';
import { textOf } from './text.ts';

it.each([
  [Buffer.from('order-1\0ü🧵'), 'order-1\0ü🧵'],
  [Buffer.from([0xff, 0x00, 0xfe, 0x80, 0x74, 0x68]), '\\xff\0\\xfe\\x80th'],
  [Buffer.from([0xc3, 0x28]), '\\xc3('],
  [Buffer.from([0xed, 0xa0, 0x80]), '\\xed\\xa0\\x80'],
  [Buffer.from([0xef, 0xbb, 0xbf, 0x61]), '\ufeffa'],
  [Buffer.alloc(0), ''],
])('shows the bytes %j', (bytes, text) => {
  expect(textOf(bytes)).toBe(text);
});
