/** Who is signed in. Runs in Node and in the browser. */

/** `operator` may act, `viewer` may look. */
export type Role = 'operator' | 'viewer';

export interface Session {
  /** The name the person or program gave itself; the audit trail keeps it. */
  actor: string;
  role: Role;
  /** How it was proved: a signed cookie from the sign-in, or a token sent along with the request. */
  method: 'cookie' | 'bearer';
  /** Tells sessions apart, so that one can be ended. */
  id: string;
  /** When it ends, milliseconds since 1970 on the server's clock; `null` for a token, which has no end. */
  expiresAt: number | null;
}

/** Whether a session is called by its role alone: whoever signed in gave no name. */
export function isNameless({ actor, role }: Session): boolean {
  return actor === role;
}
