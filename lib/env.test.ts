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

  it.each(['pass%word', 'pass#word', 'pass%zz'])(
    'names the variable of a URL whose password is %j, and never quotes it',
    (password) => {
      const url = `redis://user:${password}@127.0.0.1:6379`;
      for (const name of ['REDIS_URL', 'LEASEBOARD_STORE_URL']) {
        expect(() => parseEnv({ [name]: url })).toThrow(name);
        expect(() => parseEnv({ [name]: url })).not.toThrow(password);
        expect(() => parseEnv({ [name]: url })).toThrow('percent-encode');
      }
    },
  );

  it('is closed where others can reach it: a token must be set, and not one that is easy to guess', () => {
    const open = { LEASEBOARD_HOST: '0.0.0.0' };
    for (const host of ['0.0.0.0', '::', '192.0.2.1', '127.board.example', '127.1']) {
      expect(() => parseEnv({ LEASEBOARD_HOST: host })).toThrow('LEASEBOARD_TOKEN');
    }
    expect(() => parseEnv({ ...open, LEASEBOARD_TOKEN: 'a'.repeat(16) })).toThrow('easy to guess');
    expect(parseEnv({ ...open, LEASEBOARD_TOKEN: 'k3Jx-90qLmzP7vTb' }).LEASEBOARD_HOST).toBe(
      '0.0.0.0',
    );
    for (const host of ['127.0.0.1', '127.8.9.1', '::1', 'localhost']) {
      expect(parseEnv({ LEASEBOARD_HOST: host }).LEASEBOARD_TOKEN).toBeUndefined();
    }
  });

  it('reads proxies and origins, and refuses what is neither', () => {
    const env = parseEnv({
      LEASEBOARD_TRUSTED_PROXIES: '10.0.0.1, 10.1.0.0/16',
      LEASEBOARD_ORIGINS: 'https://board.example',
    });
    expect(env.LEASEBOARD_TRUSTED_PROXIES).toEqual(['10.0.0.1', '10.1.0.0/16']);
    expect(() => parseEnv({ LEASEBOARD_TRUSTED_PROXIES: 'nginx' })).toThrow(
      'LEASEBOARD_TRUSTED_PROXIES',
    );
    expect(() => parseEnv({ LEASEBOARD_ORIGINS: 'board.example' })).toThrow('LEASEBOARD_ORIGINS');
    expect(() => parseEnv({ LEASEBOARD_ORIGINS: 'https://a.example/' })).toThrow(
      'LEASEBOARD_ORIGINS',
    );
  });
});
