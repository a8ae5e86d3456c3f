import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/**
 * Two projects: `unit` needs nothing but Node, `contract` starts real servers
 * (files named `*.redis.test.ts`): three files at a time, for most of them mostly wait.
 */
export default defineConfig({
  resolve: {
    alias: { '@': fileURLToPath(new URL('.', import.meta.url)) },
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{lib,components,app,cli,demo,scripts,bench}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.redis.test.ts', '**/node_modules/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          include: ['{lib,app,cli,demo,scripts}/**/*.redis.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 3,
          // Real servers and processes on a machine that can be starved.
          retry: process.env.CI === undefined ? 0 : 1,
        },
      },
    ],
  },
});
