import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/**
 * Two projects: `unit` needs nothing but Node, `contract` starts real servers
 * (files named `*.redis.test.ts`): five files at a time, for most of them mostly wait. Modules are
 * loaded once for all files of a process, which is most of the time that unit tests would take.
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
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          include: ['{lib,app,cli,demo,scripts}/**/*.redis.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          isolate: false,
          maxWorkers: 5,
          // After the unit tests, where both are run at once.
          sequence: { groupOrder: 1 },
          // Real servers and processes on a machine that can be starved.
          retry: process.env.CI === undefined ? 0 : 1,
        },
      },
    ],
  },
});
