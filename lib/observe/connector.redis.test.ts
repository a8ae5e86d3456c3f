/** Ways to a server: TLS with a password, and Sentinel through a failover. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, launchRedis } from '../../scripts/redis/launch.ts';
import { launchSentinel } from '../../scripts/redis/sentinel.ts';
import { leaseIdOf } from '../keys/lease-id.ts';
import { redisConnector } from './connector.ts';
import { LeaseWatch } from './lease-watch.ts';
import { leaseKey, PREFIX, rowOf, until, untilComplete } from './testing/watched-redis.ts';

const KEY = leaseKey('u\0t');
const ID = leaseIdOf(Buffer.from(KEY));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'leaseboard-observe-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('TLS with a password', () => {
  it('is watched like any other, and again after the subscriber was killed', async () => {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject];
    expect(spawnSync('openssl', [...made, '-keyout', key, '-out', cert]).status).toBe(0);
    const tlsPort = await freePort();
    const server = await launchRedis({
      args: [
        ...['--tls-port', String(tlsPort), '--tls-cert-file', cert, '--tls-key-file', key],
        ...['--tls-ca-cert-file', cert, '--tls-auth-clients', 'no'],
        ...['--requirepass', 'secret with %'],
      ],
    });
    const ca = readFileSync(cert);
    const url = `rediss://:${encodeURIComponent('secret with %')}@127.0.0.1:${tlsPort}`;
    const connect = redisConnector(url, { tls: { ca } });
    const watch = new LeaseWatch({ connect, prefixes: [PREFIX] });
    const gaps: string[] = [];
    watch.onGap(({ reason }) => gaps.push(reason));
    watch.start();
    await untilComplete(watch);
    const redis = new Redis({ port: server.port, password: 'secret with %' });
    await redis.set(KEY, 'run-1', 'PX', 60_000);
    await until(() => rowOf(watch, ID)?.owner === 'run-1');
    await redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    await until(() => gaps.length === 2);
    await redis.set(KEY, 'run-2', 'PX', 60_000);
    await until(() => rowOf(watch, ID)?.owner === 'run-2');
    watch.close();
    redis.disconnect();
    await server.stop();
  });

  it('says why when the password is wrong', async () => {
    const server = await launchRedis({ args: ['--requirepass', 'secret'] });
    const connect = redisConnector(`redis://:wrong@127.0.0.1:${server.port}`);
    const watch = new LeaseWatch({ connect, prefixes: [PREFIX] });
    watch.start();
    await until(() => watch.trust().redis.state === 'down');
    expect(watch.trust().redis.detail).toMatch(/WRONGPASS|NOAUTH/);
    watch.close();
    await server.stop();
  });
});

describe('Sentinel', () => {
  it('leads to the new primary after a failover', async () => {
    const sentinel = await launchSentinel();
    const { name, port, primary, replica } = sentinel;
    const connect = redisConnector(`redis://127.0.0.1:${port}?sentinel=${name}`);
    const watch = new LeaseWatch({ connect, prefixes: [PREFIX] });
    const gaps: string[] = [];
    watch.onGap(({ reason }) => gaps.push(reason));
    watch.start();
    await untilComplete(watch);

    const old = new Redis(primary.url);
    old.on('error', () => {});
    await old.set(KEY, 'run-1', 'PX', 600_000);
    await until(() => rowOf(watch, ID)?.owner === 'run-1');
    await old.wait(1, 5000);
    old.disconnect();
    await primary.stop();

    await until(() => gaps.length === 2, 30_000);
    const promoted = new Redis(replica.url);
    await promoted.set(KEY, 'run-2', 'PX', 600_000);
    await until(() => rowOf(watch, ID)?.owner === 'run-2');
    watch.close();
    promoted.disconnect();
    await sentinel.stop();
  });
});
