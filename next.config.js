import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));
const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'));

/** Replaced at the start by the path that the dashboard is served under (lib/http/base-path.ts). */
const BASE_PATH = '/__leaseboard_base_path__';

/** @type {import('next').NextConfig} */
export default {
  output: 'standalone',
  basePath: BASE_PATH,
  outputFileTracingRoot: root,
  // There are no pictures to resize; without the route there is nothing to attack in it.
  images: { unoptimized: true },
  outputFileTracingExcludes: { '/*': ['node_modules/sharp/**', 'node_modules/@img/**'] },
  turbopack: { root: root },
  // ioredis opens sockets and loads its commands by name; it must stay a plain require.
  serverExternalPackages: ['ioredis', 'pino'],
  // Types are a check of their own in `npm test`, and cover more than what is built.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  agentRules: false,
  env: {
    LEASEBOARD_VERSION: version,
    LEASEBOARD_BUILD: process.env.LEASEBOARD_BUILD ?? 'dev',
    LEASEBOARD_BUILT_BASE_PATH: BASE_PATH,
  },
  // The server in front of Next has the limit (lib/http/request-guard.ts).
  experimental: { serverActions: { bodySizeLimit: '64mb' } },
  // The ready URL: a page cannot set cookies, a route can.
  rewrites: async () => ({
    beforeFiles: [
      {
        source: '/sign-in',
        has: [{ type: 'query', key: 'token' }],
        destination: '/api/sign-in',
      },
    ],
  }),
};
