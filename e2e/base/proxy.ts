/** A proxy with TLS in front of a dashboard, configured as the guide says. */

import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/redis/launch.ts';
import { endChild } from '../../scripts/system/end-child.ts';
import { type ProxyName, proxyEnvironment } from '../../scripts/system/proxies.ts';

export interface ReverseProxy {
  /** `https://127.0.0.1:<port>`. */
  origin: string;
  stop(): Promise<void>;
}

/**
 * Starts a proxy with the guide's configuration, with other ports and a certificate of its own.
 * `change` alters the configuration, for what goes wrong.
 */
export async function launchProxy(
  name: ProxyName,
  {
    upstreamPort,
    basePath,
    change = (text) => text,
  }: { upstreamPort: number; basePath: string; change?: (text: string) => string },
): Promise<ReverseProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'leaseboard-proxy-'));
  const port = await freePort();
  const recipe = change(recipeOf(name, basePath)).replaceAll(
    '127.0.0.1:3000',
    `127.0.0.1:${upstreamPort}`,
  );
  makeCertificate(folder);
  const args = name === 'nginx' ? nginx(folder, recipe, port) : caddy(folder, recipe, port);
  const env = {
    ...proxyEnvironment(),
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  };
  const child = spawn(name, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const stop = endChild(child);
  const giveUpAt = Date.now() + 10_000;
  while (!(await answers(port))) {
    if (child.exitCode !== null || Date.now() > giveUpAt) {
      await stop();
      throw new Error(`${name} did not start: ${said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    origin: `https://127.0.0.1:${port}`,
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The block of the guide: the first of its language, or under a base path the second. */
function recipeOf(name: ProxyName, basePath: string): string {
  const guide = readFileSync('docs/guide/proxy.md', 'utf8');
  const blocks = [...guide.matchAll(/```(\w+)\n(.*?)```/gs)].filter(
    ([, language]) => language === name,
  );
  const block = blocks[basePath === '' ? 0 : 1]?.[2];
  if (!block) throw new Error(`the guide has no configuration of ${name} for '${basePath}'`);
  return block.replaceAll('/ops/leases', basePath);
}

function nginx(folder: string, recipe: string, port: number): string[] {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  const server = recipe
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replaceAll('/etc/ssl/leases', join(folder, 'leases'));
  const config = [
    ...['daemon off;', 'worker_processes 1;', `pid ${join(folder, 'pid')};`],
    'events {}',
    `http { access_log off; ${paths.join(' ')}\n${server} }`,
  ].join('\n');
  writeFileSync(join(folder, 'nginx.conf'), config);
  mkdirSync(join(folder, 'logs'), { recursive: true });
  return ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'];
}

function caddy(folder: string, recipe: string, port: number): string[] {
  const tls = `tls ${join(folder, 'leases.crt')} ${join(folder, 'leases.key')}`;
  const site = recipe.replace('leases.example {', `https://127.0.0.1:${port} {\n  ${tls}`);
  const config = `{\n  admin off\n  auto_https off\n}\n${site}`;
  writeFileSync(join(folder, 'Caddyfile'), config);
  return ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
}

function makeCertificate(folder: string): void {
  const [key, certificate] = [join(folder, 'leases.key'), join(folder, 'leases.crt')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const made = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
  ];
  const args = ['req', '-x509', ...made, ...subject, '-keyout', key, '-out', certificate];
  execFileSync('openssl', args, { stdio: 'ignore' });
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
