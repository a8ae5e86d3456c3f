/** Who runs the Redis, told by its address, and how event flags are set there. */

import type { Fix } from './finding.ts';
import { say } from './finding-text.ts';

export type Provider =
  | 'elasticache'
  | 'elasticache-serverless'
  | 'memorydb'
  | 'azure'
  | 'upstash'
  | 'redis-cloud'
  | 'memorystore'
  | 'heroku'
  | 'self-hosted';

const BY_HOST: readonly [RegExp, Provider][] = [
  [/\.serverless\.[a-z0-9]+\.cache\.amazonaws\.com$/, 'elasticache-serverless'],
  [/\.cache\.amazonaws\.com(\.cn)?$/, 'elasticache'],
  [/\.memorydb\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/, 'memorydb'],
  [/\.redis(enterprise)?\.cache\.(windows\.net|azure\.net)$|\.redis\.azure\.net$/, 'azure'],
  [/\.upstash\.io$/, 'upstash'],
  [/\.(redis-cloud|redislabs|rlrcp)\.com$/, 'redis-cloud'],
  [/\.memorystore\.[a-z0-9-]*\.?goog$/, 'memorystore'],
  // Heroku hands out bare EC2 names.
  [/^ec2-[\d-]+\.[a-z0-9.-]+\.amazonaws\.com$/, 'heroku'],
];

/** Who runs the server of this name. Whoever is not known is taken for yourself. */
export function providerOf(host: string): Provider {
  const name = host.toLowerCase();
  return BY_HOST.find(([pattern]) => pattern.test(name))?.[1] ?? 'self-hosted';
}

/** How to switch on the events that leases need: `flags` is what to set. */
export function eventsFix(provider: Provider, flags: string, canSet: boolean): Fix {
  const configSet = `CONFIG SET notify-keyspace-events ${flags}`;
  switch (provider) {
    case 'elasticache':
    case 'memorydb':
      return {
        how: say('fix-parameter-group'),
        line: `aws ${provider} ${
          provider === 'memorydb' ? 'update-parameter-group' : 'modify-cache-parameter-group'
        } ${
          provider === 'memorydb' ? '--parameter-group-name' : '--cache-parameter-group-name'
        } <your-group> --parameter-name-values ParameterName=notify-keyspace-events,ParameterValue=${flags}`,
        act: null,
      };
    case 'elasticache-serverless':
      return {
        how: say('fix-serverless'),
        line: null,
        act: null,
      };
    case 'azure':
      return {
        how: say('fix-azure'),
        line: `az redis update --name <name> --resource-group <group> --set redisConfiguration.notify-keyspace-events=${flags}`,
        act: null,
      };
    case 'memorystore':
      return {
        how: say('fix-memorystore'),
        line: `gcloud redis instances update <instance> --region=<region> --update-redis-config notify-keyspace-events=${flags}`,
        act: null,
      };
    case 'heroku':
      return {
        how: say('fix-heroku'),
        line: `heroku redis:keyspace-notifications --config ${flags}`,
        act: null,
      };
    case 'upstash':
    case 'redis-cloud':
    case 'self-hosted':
      return {
        how: say(canSet ? 'fix-here' : 'fix-elsewhere'),
        line: configSet,
        act: canSet ? 'enable-events' : null,
      };
  }
}
