/** What one check of `npm test` came to. */

import type { Print } from './tool.ts';

export interface CheckResult {
  passed: number;
  /** Names of what failed. */
  failed: string[];
  /** Names of what was not run; they are printed, never passed over. */
  skipped: string[];
}

export interface Check {
  name: string;
  /** Programs of the system that must be there first. */
  needs?: readonly ('redis' | 'browser')[];
  run(print?: Print): Promise<CheckResult>;
}

/** A result that stands for one check that is either right or wrong. */
export function single(name: string, ok: boolean): CheckResult {
  return ok ? { passed: 1, failed: [], skipped: [] } : { passed: 0, failed: [name], skipped: [] };
}

/** The sum of several results. */
export function sum(results: readonly CheckResult[]): CheckResult {
  return {
    passed: results.reduce((total, result) => total + result.passed, 0),
    failed: results.flatMap((result) => result.failed),
    skipped: results.flatMap((result) => result.skipped),
  };
}
