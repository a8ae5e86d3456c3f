import { expect, test } from 'vitest';
import { redisCliLine, redisQuoted } from './redis-cli-line.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('a plain key needs no quotes', () => {
  expect(redisQuoted(bytes('mastra:topic:lease:custom'))).toBe('mastra:topic:lease:custom');
});

test('every odd byte is escaped as redis-cli reads it', () => {
  expect(redisQuoted(bytes('u1\0t"1\\'))).toBe('"u1\\x00t\\"1\\\\"');
  expect(redisQuoted(new Uint8Array([0xff, 0x20]))).toBe('"\\xff "');
});

test('the line asks for owner and remaining time', () => {
  expect(redisCliLine(bytes('a'))).toBe("redis-cli <<'END'\nGET a\nPTTL a\nEND");
});
