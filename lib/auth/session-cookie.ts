/**
 * The session as a signed cookie (HS256). Each role's key is derived from that role's token: a
 * restart with the same token keeps people signed in, a new token signs them out.
 */

import { hkdfSync } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Role, Session } from './session.ts';
import { type Tokens, tokenOf } from './tokens.ts';

/** How long a sign-in lasts: a shift and its hand-over. */
export const SESSION_MS = 24 * 60 * 60_000;

const claims = z.object({
  sub: z.string().min(1),
  role: z.enum(['operator', 'viewer']),
  jti: z.string().min(1),
  exp: z.number(),
});

/** Signs a session. Of one that goes on, `id` and `expiresAt` (milliseconds) are kept. */
export async function signSession(
  tokens: Tokens,
  session: { actor: string; role: Role; id: string; expiresAt: number },
): Promise<string> {
  const { actor, role, id, expiresAt } = session;
  const key = keyOf(tokens, role);
  if (!key) throw new Error(`no token is set for the role ${role}`);
  return await new SignJWT({ role })
    .setProtectedHeader({ alg: 'HS256', kid: role })
    .setSubject(actor)
    .setJti(id)
    .setExpirationTime(Math.floor(expiresAt / 1000))
    .sign(key);
}

/** The session in a cookie's value, or `null` when it is forged, over, or signed under another token. */
export async function readSession(
  tokens: Tokens,
  value: string,
  now: number,
): Promise<Session | null> {
  try {
    const verified = await jwtVerify(
      value,
      ({ kid }) => {
        const key = kid === 'operator' || kid === 'viewer' ? keyOf(tokens, kid) : null;
        if (!key) throw new Error('unknown signer');
        return key;
      },
      { algorithms: ['HS256'], currentDate: new Date(now) },
    );
    const { sub, role, jti, exp } = claims.parse(verified.payload);
    if (role !== verified.protectedHeader.kid) return null;
    return { actor: sub, role, method: 'cookie', id: jti, expiresAt: exp * 1000 };
  } catch {
    // Whatever is wrong with it, it proves nothing.
    return null;
  }
}

function keyOf(tokens: Tokens, role: Role): Uint8Array | null {
  const token = tokenOf(tokens, role);
  if (token === undefined) return null;
  return new Uint8Array(hkdfSync('sha256', token, 'leaseboard', `session:${role}`, 32));
}
