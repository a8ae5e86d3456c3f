/** Makes sure that the proxies of the guide are there, for the tests. */

import { spawnSync } from 'node:child_process';
import { aptInstall } from './apt.ts';
import { exitMissing } from './missing.ts';

export const PROXIES = ['nginx', 'caddy'] as const;

export type ProxyName = (typeof PROXIES)[number];

const PATH = `${process.env.PATH}:/usr/sbin`;

/** Installs those that are missing where that needs no asking; ends the process with instructions where it cannot. */
export function requireProxies(): void {
  const missing = PROXIES.filter((name) => !isThere(name));
  if (missing.length === 0 || aptInstall(...missing)) return;
  exitMissing({
    what: `Not found: ${missing.join(', ')}. The tests run the dashboard behind them.`,
    ways: {
      'Debian, Ubuntu': `sudo apt-get install -y ${missing.join(' ')}`,
      'Fedora, RHEL': `sudo dnf install -y ${missing.join(' ')}`,
      macOS: `brew install ${missing.join(' ')}`,
    },
  });
}

/** The environment in which both are found: Debian has nginx where only root looks. */
export function proxyEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, PATH };
}

function isThere(name: ProxyName): boolean {
  const version = name === 'nginx' ? '-v' : 'version';
  return spawnSync(name, [version], { env: proxyEnvironment(), stdio: 'ignore' }).status === 0;
}
