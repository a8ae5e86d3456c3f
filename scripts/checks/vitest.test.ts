import { describe, expect, it } from 'vitest';
import { countVitest } from './vitest.ts';

describe('countVitest', () => {
  it('counts every test and names those that failed or were skipped', () => {
    const report = {
      testResults: [
        {
          name: 'a.test.ts',
          status: 'failed' as const,
          assertionResults: [
            { fullName: 'a works', status: 'passed' },
            { fullName: 'a breaks', status: 'failed' },
            { fullName: 'a waits', status: 'pending' },
            { fullName: 'a is to do', status: 'todo' },
          ],
        },
      ],
    };
    expect(countVitest('unit', 1, report)).toEqual({
      passed: 1,
      failed: ['a breaks'],
      skipped: ['a waits', 'a is to do'],
    });
  });

  it('takes a file that could not be run for a failure', () => {
    const broken = { name: 'b.test.ts', status: 'failed' as const, assertionResults: [] };
    expect(countVitest('unit', 1, { testResults: [broken] }).failed).toEqual([
      'b.test.ts did not run',
    ]);
  });

  it('takes an exit code that no test explains for a failure', () => {
    expect(countVitest('unit', 1, { testResults: [] }).failed).toEqual([
      'unit: vitest exit code 1',
    ]);
  });
});
