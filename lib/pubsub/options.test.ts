import { describe, expect, it } from 'vitest';
import { PubSubOptionError, type RedisStreamsPubSubOptions, settingsOf } from './options.ts';

describe('options of the pubsub', () => {
  it('has the defaults of Mastra’s own class', () => {
    expect(settingsOf({})).toEqual({
      keyPrefix: 'mastra:topic',
      blockMs: 1_000,
      maxStreamLength: 10_000,
      streamIdleTtlMs: 0,
      reclaimIntervalMs: 30_000,
      reclaimIdleMs: 60_000,
      maxDeliveryAttempts: 5,
      inFlightTimeoutMs: 0,
      logger: {},
    });
  });

  it('takes 0 and Infinity as no cap on attempts', () => {
    for (const maxDeliveryAttempts of [0, Number.POSITIVE_INFINITY]) {
      const settings = settingsOf({ maxDeliveryAttempts });
      expect(settings.maxDeliveryAttempts).toBe(Number.POSITIVE_INFINITY);
    }
  });

  const refused: [string, RedisStreamsPubSubOptions, RegExp][] = [
    ['a negative number', { maxStreamLength: -1 }, /maxStreamLength must be .* got -1/],
    ['half a millisecond', { blockMs: 0.5 }, /blockMs must be .* got 0.5/],
    ['a read that never waits', { blockMs: 0 }, /blockMs must be .* got 0/],
    ['NaN', { maxDeliveryAttempts: Number.NaN }, /maxDeliveryAttempts must be .* got NaN/],
    ['an empty prefix', { keyPrefix: '' }, /keyPrefix must be some text, got ""/],
    [
      'text for a number',
      { reclaimIdleMs: 'soon' as unknown as number },
      /reclaimIdleMs .* "soon"/,
    ],
    ['no cluster node', { cluster: { rootNodes: [] } }, /at least one node/],
    [
      'a cluster and an address',
      { url: 'redis://a', cluster: { rootNodes: [{ url: 'redis://b' }] } },
      /cluster cannot be combined/,
    ],
  ];
  for (const [what, options, message] of refused) {
    it(`refuses ${what}`, () => {
      expect(() => settingsOf(options)).toThrow(PubSubOptionError);
      expect(() => settingsOf(options)).toThrow(message);
    });
  }

  it('does not repeat an address, which may hold a password', () => {
    const options = { url: 'http://user:secret@host' };
    expect(() => settingsOf(options)).toThrow(/url must start with/);
    expect(() => settingsOf(options)).not.toThrow(/secret/);
  });
});
