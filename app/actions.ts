'use server';

/**
 * Every server action. An act answers with its outcome and never with new state: the change itself
 * arrives over the stream, as every other change does.
 */

import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import type {
  ActInput,
  ActResult,
  BulkInput,
  BulkResult,
  TransferTarget,
} from '@/lib/admin/act.ts';
import { leaseboard } from '@/lib/server.ts';
import { currentSession } from './session.ts';

/** Frees a lease, if the owner that was on screen still holds it. */
export async function releaseLease(input: ActInput): Promise<ActResult> {
  return notWired(input);
}

/** Hands a lease to an owner that adopts it. */
export async function transferLease(input: ActInput): Promise<ActResult> {
  return notWired(input);
}

/** Keeps every process off a lease for `ttlMs`. */
export async function holdLease(input: ActInput): Promise<ActResult> {
  return notWired(input);
}

/** Ends a hold before its time; `expectOwner` is the owner that the hold put there. */
export async function endHold(input: ActInput): Promise<ActResult> {
  return notWired(input);
}

/** Asks the run behind a thread's lease to stop, and waits some seconds for the effect. */
export async function stopRun(input: ActInput): Promise<ActResult> {
  return notWired(input);
}

/** One act on many leases; `GET /api/bulk/<requestId>` tells how far it is. */
export async function actOnMany(input: BulkInput): Promise<BulkResult> {
  return { refused: 'Acts are not available.', results: [], requestId: input.requestId };
}

/** Who takes over leases handed to them. */
export async function listTransferTargets(): Promise<TransferTarget[]> {
  return [];
}

/** Ends the session, streams included. */
export async function signOut(): Promise<void> {
  const { auth } = leaseboard();
  const session = await currentSession();
  if (session) auth.end(session);
  (await cookies()).delete(auth.cookieName);
  redirect('/sign-in');
}

function notWired(_input: ActInput): ActResult {
  return { outcome: 'not-allowed', owner: null, detail: 'Acts are not available.', auditId: null };
}
