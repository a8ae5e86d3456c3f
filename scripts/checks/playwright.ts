/** The end-to-end tests, counted from Playwright's own report. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckResult } from './check.ts';
import { type Print, runTool } from './tool.ts';

interface Suite {
  title: string;
  specs?: { title: string; tests: { status: 'expected' | 'unexpected' | 'flaky' | 'skipped' }[] }[];
  suites?: Suite[];
}

interface Report {
  suites: Suite[];
  errors: { message?: string }[];
}

/** Runs all of e2e/. */
export async function runPlaywright(print?: Print): Promise<CheckResult> {
  const folder = mkdtempSync(join(tmpdir(), 'leaseboard-playwright-'));
  const file = join(folder, 'report.json');
  try {
    const code = await runTool('playwright', ['test', '--reporter=list,json'], {
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      print,
    });
    return countPlaywright(code, JSON.parse(readFileSync(file, 'utf8')));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Counts a report. An error outside of any test is a failure; what passed only at the second try is named. */
export function countPlaywright(code: number, report: Report): CheckResult {
  const result: CheckResult = { passed: 0, failed: [], skipped: [] };
  const visit = (suite: Suite, path: readonly string[]) => {
    for (const spec of suite.specs ?? []) {
      const name = [...path, spec.title].join(' › ');
      for (const { status } of spec.tests) {
        if (status === 'flaky') console.log(`Passed at the second try only: ${name}`);
        if (status === 'expected' || status === 'flaky') result.passed += 1;
        else if (status === 'skipped') result.skipped.push(name);
        else result.failed.push(name);
      }
    }
    for (const child of suite.suites ?? []) visit(child, [...path, child.title]);
  };
  for (const suite of report.suites) visit(suite, [suite.title]);
  for (const { message } of report.errors) result.failed.push(`e2e: ${message ?? 'error'}`);
  if (code !== 0 && result.failed.length === 0) result.failed.push(`e2e: exit code ${code}`);
  return result;
}
