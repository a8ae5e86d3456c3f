import { describe, expect, it } from 'vitest';
import { EnvError, parseEnv } from './env.ts';

describe('parseEnv', () => {
  it('needs nothing', () => {
    expect(parseEnv({})).toMatchObject({
      REDIS_URL: 'redis://127.0.0.1:6379',
      LEASEBOARD_PREFIXES: ['mastra:topic'],
      LEASEBOARD_HOST: '127.0.0.1',
      PORT: 3000,
      LEASEBOARD_SILENT_MS: 60_000,
      LEASEBOARD_LOST_MS: 10_000,
    });
  });

  it('reads lists, and counts empty variables as unset', () => {
    const env = parseEnv({
      LEASEBOARD_PREFIXES: ' a:b , c ,',
      LEASEBOARD_DISABLE_ACTS: 'hold,stop',
      PORT: '',
    });
    expect(env.LEASEBOARD_PREFIXES).toEqual(['a:b', 'c']);
    expect(env.LEASEBOARD_DISABLE_ACTS).toEqual(['hold', 'stop']);
    expect(env.PORT).toBe(3000);
  });

  it('names every wrong setting in one message and quotes no value', () => {
    const bad = {
      REDIS_URL: 'http://secret-host',
      PORT: '70000',
      LEASEBOARD_TOKEN: 'short',
      LEASEBOARD_PREFIXES: ' , ',
      LEASEBOARD_DISABLE_ACTS: 'dance',
      LEASEBOARD_SILENT_MS: 'soon',
      LEASEBOARD_LOST_MS: '10',
    };
    expect(() => parseEnv(bad)).toThrow(EnvError);
    try {
      parseEnv(bad);
    } catch (error) {
      const { message } = error as Error;
      for (const name of Object.keys(bad)) expect(message).toContain(name);
      expect(message).not.toContain('secret-host');
      expect(message).not.toContain('short');
    }
  });

  it('refuses one token for both roles', () => {
    const token = 'a-token-of-sixteen-characters';
    expect(() => parseEnv({ LEASEBOARD_TOKEN: token, LEASEBOARD_VIEWER_TOKEN: token })).toThrow(
      'LEASEBOARD_VIEWER_TOKEN',
    );
  });
});
