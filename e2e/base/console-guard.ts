/** What the browser complains about fails the test, unless the test said that it would. */

import { expect, type Page } from '@playwright/test';

export interface ConsoleGuard {
  /** Complaints that match are part of the test, such as requests that fail while Redis is away. */
  expectErrors(pattern: RegExp): void;
}

/** Listens on a page; `check` fails when there was an error nobody expected. */
export function guardConsole(page: Page): ConsoleGuard & { check(): void } {
  const expected: RegExp[] = [];
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
  return {
    expectErrors: (pattern) => expected.push(pattern),
    check: () => {
      const surprises = errors.filter((error) => !expected.some((known) => known.test(error)));
      expect(surprises, 'errors in the browser console').toEqual([]);
    },
  };
}
