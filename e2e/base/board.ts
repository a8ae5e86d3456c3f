/** Where things are on the pages, by role and name. */

import type { Locator, Page } from '@playwright/test';
import type { OutsideLease } from './leases.ts';

/** The row of a lease in the list. */
export function rowOf(page: Page, lease: OutsideLease): Locator {
  return page.getByRole('row').and(page.locator(`[data-lease="${lease.id}"]`));
}

/** The list of changes of owner beside the table, or on a lease's page. */
export function feedOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Owner changes' });
}

/** Whether what is shown is marked as last known: the page is in doubt, and this part of it is grey. */
export function isGrey(shown: Locator): Promise<boolean> {
  return shown.evaluate((element) => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      if (getComputedStyle(at).filter.includes('grayscale')) return true;
    }
    return false;
  });
}

/** Goes to a lease's own page, as its link would. */
export async function openLease(page: Page, lease: OutsideLease): Promise<void> {
  await page.goto(new URL(lease.path, page.url()).href);
}

/** Asks the list for what matches a text. */
export async function search(page: Page, text: string): Promise<void> {
  await page.getByLabel('Search leases').fill(text);
}
