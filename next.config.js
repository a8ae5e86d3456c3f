import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));
const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'));

const securityHeaders = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'DENY' },
  // Not `no-referrer`: that makes browsers send `Origin: null` with our own forms.
  { key: 'Referrer-Policy', value: 'same-origin' },
  {
    key: 'Permissions-Policy',
    value: 'camera=(), microphone=(), geolocation=()',
  },
];

/** @type {import('next').NextConfig} */
export default {
  output: 'standalone',
  outputFileTracingRoot: root,
  turbopack: { root: root },
  // ioredis opens sockets and loads its commands by name; it must stay a plain require.
  serverExternalPackages: ['ioredis', 'pino'],
  // Types are a check of their own in `npm test`, and cover more than what is built.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  agentRules: false,
  env: { LEASEBOARD_VERSION: version, LEASEBOARD_BUILD: process.env.LEASEBOARD_BUILD ?? 'dev' },
  headers: async () => [{ source: '/:path*', headers: securityHeaders }],
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
