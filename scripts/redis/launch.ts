/**
 * Starts a private Redis (or a server that speaks its protocol) for demo and tests: a free port on
 * loopback, nothing kept on disk, ended by its own pid.
 */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SERVERS = ['redis-server', 'valkey-server', 'keydb-server'] as const;

/** Keyspace events as the dashboard wants them: lease writes, deletes, expiry, eviction. */
export const EVENT_FLAGS = 'Kg$xe';

export interface LaunchOptions {
  /** Server program; the first one found on PATH when absent. */
  program?: string;
  /** A fixed port; a free one when absent. */
  port?: number;
  /** `notify-keyspace-events`; {@link EVENT_FLAGS} when absent, `''` for none. */
  events?: string;
  /** More arguments for the server, as on its command line. */
  args?: readonly string[];
  /** Starts it in a process group of its own, so that Ctrl-C at the terminal does not end it before its users. */
  ownGroup?: boolean;
}

export interface RedisServer {
  url: string;
  port: number;
  pid: number;
  /** Ends the server, at once and for good. Safe to call twice. */
  stop(): Promise<void>;
}

/** The server programs found on PATH, best first. */
export function installedServers(): string[] {
  return SERVERS.filter((name) => spawnSync(name, ['--version']).status === 0);
}

/**
 * Starts a server and waits until it accepts connections.
 * @throws Error when no server program is installed, or it does not start within 10 s.
 */
export async function launchRedis(options: LaunchOptions = {}): Promise<RedisServer> {
  const program = options.program ?? installedServers()[0];
  if (!program) throw new Error(`no Redis found: ${SERVERS.join(', ')} are not on PATH`);
  const port = options.port ?? (await freePort());
  const folder = mkdtempSync(join(tmpdir(), 'leaseboard-redis-'));
  const child = spawn(
    program,
    [
      ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder],
      ...['--save', '', '--appendonly', 'no', '--daemonize', 'no'],
      ...['--notify-keyspace-events', options.events ?? EVENT_FLAGS],
      ...(options.args ?? []),
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], detached: options.ownGroup ?? false },
  );
  const stop = stopper(child, folder);
  try {
    await accepting(child, port);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `redis://127.0.0.1:${port}`, port, pid: child.pid ?? 0, stop };
}

/** A TCP port on loopback that is free now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address && typeof address === 'object') resolve(address.port);
        else reject(new Error('no free port'));
      });
    });
  });
}

/** Whether this process could listen on a TCP port of `host`. */
export function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

function stopper(child: ChildProcess, folder: string): () => Promise<void> {
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const onExit = () => child.kill('SIGKILL');
  process.once('exit', onExit);
  return async () => {
    process.removeListener('exit', onExit);
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
}

async function accepting(child: ChildProcess, port: number): Promise<void> {
  let output = '';
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-2000);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  const giveUpAt = Date.now() + 10_000;
  while (Date.now() < giveUpAt) {
    if (failure) throw failure;
    if (child.exitCode !== null) throw new Error(`the Redis server ended at once:\n${output}`);
    if (await answers(port)) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`the Redis server did not answer within 10 s:\n${output}`);
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (ok: boolean) => {
      socket.destroy();
      resolve(ok);
    };
    socket.setTimeout(500, () => end(false));
    socket.once('connect', () => socket.write('PING\r\n'));
    // A server that wants a password or is still loading answers with an error: it is up all the same.
    socket.once('data', (data) => end(/^(\+PONG|-NOAUTH|-DENIED)/.test(data.toString())));
    socket.once('error', () => end(false));
  });
}
