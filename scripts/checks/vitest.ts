/** The unit and contract tests, counted from vitest's own report. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckResult } from './check.ts';
import { type Print, runTool } from './tool.ts';

interface Report {
  testResults: {
    name: string;
    status: 'passed' | 'failed';
    assertionResults: { fullName: string; status: string }[];
  }[];
}

/** Runs one project of vitest.config.ts. */
export async function runVitest(project: string, print?: Print): Promise<CheckResult> {
  const folder = mkdtempSync(join(tmpdir(), 'leaseboard-vitest-'));
  const file = join(folder, 'report.json');
  try {
    const args = ['run', '--project', project, '--reporter=default', '--reporter=json'];
    const code = await runTool('vitest', [...args, `--outputFile.json=${file}`], { print });
    return countVitest(project, code, JSON.parse(readFileSync(file, 'utf8')));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Counts a report. A file that could not be run, or an error outside of any test, is a failure too. */
export function countVitest(project: string, code: number, report: Report): CheckResult {
  const result: CheckResult = { passed: 0, failed: [], skipped: [] };
  for (const { name, status, assertionResults } of report.testResults) {
    for (const test of assertionResults) {
      if (test.status === 'passed') result.passed += 1;
      else if (test.status === 'failed') result.failed.push(test.fullName);
      else result.skipped.push(test.fullName);
    }
    const blamed = assertionResults.some((test) => test.status === 'failed');
    if (status === 'failed' && !blamed) result.failed.push(`${name} did not run`);
  }
  if (code !== 0 && result.failed.length === 0)
    result.failed.push(`${project}: vitest exit code ${code}`);
  return result;
}
