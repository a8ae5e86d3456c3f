'use server';

/**
 * Every server action. An act answers with its outcome and never with new state: the change itself
 * arrives over the stream, as every other change does. What comes in is checked here, whatever its
 * type says.
 */

import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type {
  ActionInput,
  ActionResult,
  BulkInput,
  BulkResult,
  TransferTarget,
} from '@/lib/admin/action.ts';
import type { LeaseAction } from '@/lib/admin/audit-entry.ts';
import {
  type Actor,
  actionInputSchema,
  bulkInputSchema,
  enableEventsInputSchema,
  problemsOf,
} from '@/lib/admin/index.ts';
import { leaseboard } from '@/lib/server.ts';
import { actorOf, waitBeforeActing } from './actor.ts';
import { currentSession } from './session.ts';

/** Frees a lease, if the owner that was on screen still holds it. */
export async function releaseLease(input: ActionInput): Promise<ActionResult> {
  return await act('release', input);
}

/** Hands a lease to an owner that adopts it. */
export async function transferLease(input: ActionInput): Promise<ActionResult> {
  return await act('transfer', input);
}

/** Keeps every process off a lease for `ttlMs`. */
export async function holdLease(input: ActionInput): Promise<ActionResult> {
  return await act('hold', input);
}

/** Ends a hold before its time; `expectOwner` is the owner that the hold put there. */
export async function endHold(input: ActionInput): Promise<ActionResult> {
  return await act('end-hold', input);
}

/** Asks the run behind a thread's lease to stop, and waits some seconds for the effect. */
export async function stopRun(input: ActionInput): Promise<ActionResult> {
  return await act('stop', input);
}

/** Adds to the event flags of the observed servers what leases need. */
export async function enableEvents(input: {
  reason: string;
  requestId: string;
}): Promise<ActionResult> {
  const who = await admitted();
  if (typeof who === 'string') return refused(who);
  const parsed = enableEventsInputSchema.safeParse(input);
  if (!parsed.success) return refused(`Not understood: ${problemsOf(parsed.error)}.`);
  return await leaseboard().enableEvents.act(parsed.data, who);
}

/** One act on many leases; `GET /api/bulk/<requestId>` tells how far it is. */
export async function actOnMany(input: BulkInput): Promise<BulkResult> {
  const who = await admitted(Array.isArray(input?.leases) ? input.leases.length : 1);
  if (typeof who === 'string') return refusedBulk(who);
  // The role first, before any list is looked at.
  const forbidden = await leaseboard().bulk.refuseRole(input, who);
  if (forbidden !== null) return refusedBulk(forbidden);
  const parsed = bulkInputSchema.safeParse(input);
  if (!parsed.success) return refusedBulk(`Not understood: ${problemsOf(parsed.error)}.`);
  return await leaseboard().bulk.act(parsed.data, who);
}

/**
 * Who takes over leases like this one (any lease, when absent) if they are handed to them. Empty
 * also when nobody can tell.
 */
export async function listTransferTargets(leaseId?: string): Promise<TransferTarget[]> {
  const { admin, env, board } = leaseboard();
  if (!(await currentSession())) return [];
  const target = typeof leaseId === 'string' ? admin.target(leaseId) : null;
  const prefixes = target ? [target.prefix] : env.LEASEBOARD_PREFIXES;
  const found = prefixes.map((prefix) =>
    admin.transferTargets(prefix, board.heldNow(prefix)).catch(() => []),
  );
  return (await Promise.all(found)).flat();
}

/** Gives this session the name that the audit keeps of it; false where it stays without. */
export async function takeName(name: string): Promise<boolean> {
  const requestHeaders = await headers();
  const session = await currentSession();
  const { auth } = leaseboard();
  if (!session || !auth.isSameOrigin(requestHeaders) || typeof name !== 'string') return false;
  const cookie = await auth.rename(session, name, requestHeaders);
  if (!cookie) return false;
  const { value, maxAgeS: maxAge, secure } = cookie;
  const kept = { httpOnly: true, sameSite: 'lax', path: '/', maxAge, secure } as const;
  (await cookies()).set(auth.cookieName, value, kept);
  return true;
}

/** Ends the session, streams included. */
export async function signOut(): Promise<void> {
  const { auth } = leaseboard();
  const session = await currentSession();
  if (session) auth.end(session);
  (await cookies()).delete(auth.cookieName);
  redirect('/sign-in');
}

async function act(kind: LeaseAction, input: unknown): Promise<ActionResult> {
  const who = await admitted();
  if (typeof who === 'string') return refused(who);
  const parsed = actionInputSchema.safeParse(input);
  if (!parsed.success) return refused(`Not understood: ${problemsOf(parsed.error)}.`);
  const { admin } = leaseboard();
  const target = admin.target(parsed.data.leaseId);
  if (!target) return refused('There is no such lease here.');
  return await admin.act(kind, target, parsed.data, who);
}

/** Who acts, or one sentence that says why not. */
async function admitted(leases = 1): Promise<Actor | string> {
  const requestHeaders = await headers();
  const session = await currentSession();
  if (!session) return 'Your session is over: sign in again.';
  // A foreign Origin is refused before it comes here; a missing one is not.
  if (!leaseboard().auth.isSameOrigin(requestHeaders)) {
    return 'This did not come from a page of this dashboard.';
  }
  const waitMs = waitBeforeActing(session, leases);
  if (waitMs > 0) return `Too many actions: wait ${Math.ceil(waitMs / 1000)} s.`;
  return actorOf(session, requestHeaders);
}

function refused(detail: string): ActionResult {
  return { outcome: 'not-allowed', owner: null, detail, auditId: null };
}

function refusedBulk(refused: string): BulkResult {
  return { refused, results: [], requestId: '' };
}
