/** From a session and its request to the actor of an act. */

import type { Actor } from '@/lib/admin/actor.ts';
import type { Session } from '@/lib/auth/session.ts';
import { leaseboard } from '@/lib/server.ts';

/** Who acts, as the audit trail names them. */
export function actorOf({ actor, role, method }: Session, headers: Headers): Actor {
  return { actor, role, method, address: leaseboard().auth.addressOf(headers) };
}

/**
 * Counts one action on so many leases. 0: go on; else how many milliseconds to wait. By session, and
 * for programs by the token's role: a name that anybody may give must block nobody else.
 */
export function waitBeforeActing({ id, role, method }: Session, leases = 1): number {
  return leaseboard().actionLimit.take(method === 'cookie' ? id : `token of ${role}`, leases);
}
