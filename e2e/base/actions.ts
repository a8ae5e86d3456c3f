/** Acts asked over the API, as a script of an operator would. */

import { expect } from '@playwright/test';
import type { OutsideLease } from './leases.ts';

type Api = (path: string, init?: RequestInit) => Promise<Response>;

/** Asks to release a lease. Answers what came of it. */
export async function releaseOver(
  api: Api,
  lease: Pick<OutsideLease, 'id'>,
  expectOwner: string,
  reason: string,
): Promise<{ outcome: string }> {
  const response = await api(`/api/leases/${lease.id}/release`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ expectOwner, reason }),
  });
  return (await response.json()) as { outcome: string };
}

/** An act that is asked and refused, so that there is an entry in the audit trail. */
export async function refusedAct(
  api: Api,
  lease: Pick<OutsideLease, 'id'>,
  reason: string,
): Promise<void> {
  const answer = await releaseOver(api, lease, 'nobody of this name', reason);
  expect(answer).toMatchObject({ outcome: 'owner-changed' });
}
