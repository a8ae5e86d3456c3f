/** Makes sure that a Redis server program is there, for the demo and the tests. */

import { aptInstall } from '../system/apt.ts';
import { exitMissing } from '../system/missing.ts';
import { EVENT_FLAGS, installedServers } from './launch.ts';

/**
 * Finds redis-server, valkey-server or keydb-server on PATH; installs Redis with apt-get where that
 * needs no asking. Ends the process with instructions where it cannot.
 * @returns the program to start.
 */
export function requireRedisServer(): string {
  const program =
    installedServers()[0] ?? (aptInstall('redis-server') ? installedServers()[0] : undefined);
  return (
    program ??
    exitMissing({
      what: 'No Redis found: none of redis-server, valkey-server and keydb-server is on PATH.',
      ways: {
        'Debian, Ubuntu': 'sudo apt-get install -y redis-server',
        'Fedora, RHEL': 'sudo dnf install -y valkey',
        Arch: 'sudo pacman -S valkey',
        Alpine: 'sudo apk add redis',
        macOS: 'brew install redis',
        Windows: 'wsl --install, then as on Ubuntu',
        Docker: `docker run -d -p 6379:6379 redis redis-server --notify-keyspace-events '${EVENT_FLAGS}', and for the demo REDIS_URL=redis://127.0.0.1:6379`,
      },
    })
  );
}
