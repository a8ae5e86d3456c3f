import fc from 'fast-check';
import { expect, it } from 'vitest';
import { textOf } from './text.ts';

it.each([
  [Buffer.from('order-1\0ü🧵'), 'order-1\0ü🧵'],
  [Buffer.from([0xff, 0x00, 0xfe, 0x80, 0x74, 0x68]), '\\xff\0\\xfe\\x80th'],
  [Buffer.from([0xc3, 0x28]), '\\xc3('],
  [Buffer.from([0xed, 0xa0, 0x80]), '\\xed\\xa0\\x80'],
  [Buffer.from([0xf4, 0x90, 0x80, 0x80]), '\\xf4\\x90\\x80\\x80'],
  [Buffer.from([0xe2, 0x82]), '\\xe2\\x82'],
  [Buffer.from([0xef, 0xbb, 0xbf, 0x61]), '\ufeffa'],
  [Buffer.alloc(0), ''],
])('shows the bytes %j', (bytes, text) => {
  expect(textOf(bytes)).toBe(text);
});

it('keeps every character of text that has invalid bytes around it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const bytes = Buffer.concat([Buffer.from([0xff]), Buffer.from(text), Buffer.from([0xc0])]);
      expect(textOf(bytes)).toBe(`\\xff${text}\\xc0`);
    }),
  );
});

it('agrees with the decoder of the platform about what is valid', () => {
  const platform = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const isValid = (bytes: Uint8Array) => {
    try {
      platform.decode(bytes);
      return true;
    } catch {
      return false;
    }
  };
  const nearUtf8 = fc.uint8Array({ minLength: 1, maxLength: 4, min: 0x7f });
  fc.assert(
    fc.property(nearUtf8, (bytes) => {
      expect(textOf(Buffer.concat([Buffer.from([0xff]), bytes])).includes('\\x', 4)).toBe(
        !isValid(bytes),
      );
    }),
    { numRuns: 2000 },
  );
});

it('decodes a megabyte of invalid bytes without an exception for each', () => {
  let decoded = 0;
  const { decode } = TextDecoder.prototype;
  TextDecoder.prototype.decode = function counted(this: TextDecoder, ...given) {
    decoded += 1;
    return decode.apply(this, given);
  };
  try {
    expect(textOf(Buffer.alloc(1_000_000, 0xff))).toHaveLength(4_000_000);
  } finally {
    TextDecoder.prototype.decode = decode;
  }
  expect(decoded).toBe(1);
});
