/** Starts the built dashboard as a child process and waits until it answers. */

import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { SERVER_FILE } from '../build/production.ts';
import { isPortFree } from '../redis/launch.ts';
import { endChild } from '../system/end-child.ts';

export interface DashboardOptions {
  /** The repository's folder. */
  root: string;
  port: number;
  /** Address to listen on; loopback when absent. */
  host?: string;
  /** Operator's token; a new one when absent. */
  token?: string;
  /** Environment beside PORT, host and token, which are set here. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Where the server's output goes, line by line; the terminal when absent. */
  onLine?: (line: string) => void;
}

export interface Dashboard {
  /** Without a trailing slash. */
  url: string;
  /** Opens the dashboard signed in as operator. */
  signInUrl: string;
  token: string;
  pid: number;
  /** Settles when the server has ended, for whatever reason, with its exit code or signal. */
  ended: Promise<number | string>;
  /** Ends the server: politely, and after 5 s for good. Safe to call twice. */
  stop(): Promise<void>;
}

function newToken(): string {
  return randomBytes(24).toString('base64url');
}

/**
 * Starts the server of the last build.
 * @throws Error when the port is taken, when the server ends before it answers, or does not answer within 30 s.
 */
export async function launchDashboard(options: DashboardOptions): Promise<Dashboard> {
  const { root, port, host = '127.0.0.1', token = newToken(), env = process.env } = options;
  if (!(await isPortFree(port, host)))
    throw new Error(`port ${port} of ${host} is taken: set PORT`);
  const child = spawn(process.execPath, [join(root, SERVER_FILE)], {
    cwd: root,
    // A group of its own: on Ctrl-C this process ends its children in the right order.
    detached: true,
    stdio: options.onLine ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    env: {
      ...env,
      NODE_ENV: 'production',
      PORT: String(port),
      LEASEBOARD_HOST: host,
      LEASEBOARD_TOKEN: token,
    },
  });
  if (options.onLine) forwardLines(child, options.onLine);
  const stop = endChild(child);
  const url = `http://${reachable(host)}:${port}${env.LEASEBOARD_BASE_PATH ?? ''}`;
  try {
    await answering(child, url);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    token,
    signInUrl: `${url}/sign-in?token=${token}`,
    pid: child.pid ?? 0,
    ended: ended(child),
    stop,
  };
}

function ended(child: ChildProcess): Promise<number | string> {
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 1));
  });
}

/** Where this machine reaches a server that listens on `host`. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

async function answering(child: ChildProcess, url: string): Promise<void> {
  const giveUpAt = Date.now() + 30_000;
  while (Date.now() < giveUpAt) {
    if (child.exitCode !== null)
      throw new Error(`the dashboard ended at once, code ${child.exitCode}`);
    // Redis may be away: the dashboard starts all the same and says so, so liveness is what counts.
    const response = await fetch(`${url}/healthz`).catch(() => null);
    await response?.body?.cancel();
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the dashboard did not answer on ${url} within 30 s`);
}

function forwardLines(child: ChildProcess, onLine: (line: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', onLine);
  }
}
