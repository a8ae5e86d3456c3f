/** What may be asked for, checked at the border: dialogs, the API and the command line alike. */

import { z } from 'zod';

/** Holds end by themselves, and a transfer's TTL is renewed by who adopts it. */
const LONGEST_TTL_MS = 60 * 60_000;
const SHORTEST_TTL_MS = 1000;

const owner = z.string().max(2048, 'must have at most 2048 characters');

const fields = {
  expectOwner: owner,
  expectOwnerDigest: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be 43 characters of base64url')
    .optional(),
  expectFence: z
    .string()
    .regex(/^\d{1,20}$/, 'must be a decimal number')
    .optional(),
  reason: z.string().trim().min(1, 'must say why').max(500, 'must have at most 500 characters'),
  requestId: z.string().regex(/^[\w-]{8,64}$/, 'must be 8 to 64 letters, digits, - or _'),
  clearPendingSignals: z.boolean().optional(),
};

const ttlMs = z
  .int()
  .min(SHORTEST_TTL_MS, `must be at least ${SHORTEST_TTL_MS}`)
  .max(LONGEST_TTL_MS, `must be at most ${LONGEST_TTL_MS}`);

export const actionInputSchema = z.object({
  ...fields,
  leaseId: z.string().min(1),
  to: owner.min(1, 'must name an owner').optional(),
  ttlMs: ttlMs.optional(),
});

export const bulkInputSchema = z.object({
  act: z.enum(['stop', 'release']),
  leases: z.array(
    actionInputSchema.pick({
      ...{ leaseId: true, expectOwner: true, expectOwnerDigest: true, expectFence: true },
    }),
  ),
  reason: fields.reason,
  requestId: fields.requestId,
  clearPendingSignals: fields.clearPendingSignals,
});

export const enableEventsInputSchema = z.object({
  reason: fields.reason,
  requestId: fields.requestId,
});

/** What is wrong with an input, as one sentence that names the fields. */
export function problemsOf(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
    .join('; ');
}
