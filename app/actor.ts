/** From a session and its request to the actor of an act. */

import type { Actor } from '@/lib/admin/actor.ts';
import { addressOf } from '@/lib/auth/request.ts';
import type { Session } from '@/lib/auth/session.ts';
import { leaseboard } from '@/lib/server.ts';

/** Who acts, as the audit trail names them. */
export function actorOf({ actor, role, method }: Session, headers: Headers): Actor {
  return { actor, role, method, address: addressOf(headers) };
}

/** Counts one act. 0: go on; else how many milliseconds this actor must wait. */
export function waitBeforeActing({ actor, method }: Actor): number {
  return leaseboard().actionLimit.take(`${method} ${actor}`);
}
