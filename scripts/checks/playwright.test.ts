import { describe, expect, it } from 'vitest';
import { countPlaywright } from './playwright.ts';

const spec = (title: string, status: 'expected' | 'unexpected' | 'flaky' | 'skipped') => ({
  title,
  tests: [{ status }],
});

describe('countPlaywright', () => {
  it('counts nested tests; one that passed at the second try has passed', () => {
    const report = {
      errors: [],
      suites: [
        {
          title: 'table.spec.ts',
          specs: [spec('shows a lease', 'expected')],
          suites: [
            { title: 'on a phone', specs: [spec('fits', 'flaky'), spec('scrolls', 'unexpected')] },
            { title: 'in print', specs: [spec('prints', 'skipped')] },
          ],
        },
      ],
    };
    expect(countPlaywright(1, report)).toEqual({
      passed: 2,
      failed: ['table.spec.ts › on a phone › scrolls'],
      skipped: ['table.spec.ts › in print › prints'],
    });
  });

  it('takes errors outside of tests, and an unexplained exit code, for failures', () => {
    expect(countPlaywright(1, { suites: [], errors: [{ message: 'no tests' }] }).failed).toEqual([
      'e2e: no tests',
    ]);
    expect(countPlaywright(1, { suites: [], errors: [] }).failed).toEqual(['e2e: exit code 1']);
  });
});
