import type { BrowserContext } from '@playwright/test';

/**
 * Lets functions of a bench run in a page. What runs TypeScript here names inner functions by a
 * helper that pages do not have.
 */
export async function allowOwnFunctions(context: BrowserContext): Promise<void> {
  await context.addInitScript({ content: 'globalThis.__name = (named) => named;' });
}
