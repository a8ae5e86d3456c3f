import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binaryKeyOf, leaseIdOf, leaseIdOfBinary, redisKeyOf } from './lease-id.ts';

describe('lease ids', () => {
  it('carries any bytes there and back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), (bytes) => {
        const id = leaseIdOf(bytes);
        expect(id).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(redisKeyOf(id)).toEqual(bytes);
        expect(id).toBe(Buffer.from(bytes).toString('base64url'));
        const binary = Buffer.from(bytes).toString('latin1');
        expect(leaseIdOfBinary(binary)).toBe(id);
        expect(binaryKeyOf(id)).toBe(binary);
      }),
    );
  });

  it.each(['', 'a', 'a b', 'a=', 'a+b/', 'AB', '../../etc', 'YWJj\0'])(
    'refuses %j, which is the id of no key',
    (text) => {
      expect(redisKeyOf(text)).toBeNull();
      expect(binaryKeyOf(text)).toBeNull();
    },
  );
});
