/** Sign-in by token, and the session behind each request. */

import { randomBytes, randomUUID } from 'node:crypto';
import { GuessLimit } from './guess-limit.ts';
import { addressOf, bearerOf, cookieOf, isHttps, isSameOrigin, type OwnPages } from './request.ts';
import type { Session } from './session.ts';
import { readSession, SESSION_MS, signSession } from './session-cookie.ts';
import { roleOf, type Tokens } from './tokens.ts';
import { TrustedProxies } from './trusted-proxies.ts';

export interface AuthOptions {
  /** Tokens as set; an operator token is made up when there is none. */
  tokens: { operator?: string; viewer?: string };
  /** Goes into the cookie's name: cookies of one host are shared by all its ports. */
  port: number;
  /** Addresses and subnets of proxies whose `x-forwarded-…` headers are believed. */
  trustedProxies?: readonly string[];
  /** Origins under which the dashboard is reached; none: that of the `Host` asked for. */
  origins?: readonly string[];
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** What came of a sign-in. */
export type SignIn =
  | { outcome: 'signed-in'; session: Session; cookie: string }
  | { outcome: 'wrong-token' }
  | { outcome: 'wait'; waitMs: number };

/** A cookie to be set in place of the one before. */
export interface NewCookie {
  value: string;
  /** For how long it is good, seconds. */
  maxAgeS: number;
  secure: boolean;
}

/** What a request proves. */
export type Proof = { session: Session } | { session: null; waitMs: number };

/** Who a program with a token acts for, percent-encoded. */
const ACTOR_HEADER = 'x-leaseboard-actor';
const ACTOR_MOST = 60;
/** How often ended sessions are looked through for those that would have ended by now. */
const SWEEP_EVERY_MS = 60_000;

export class Auth {
  /** The operator token, when it was made up at this start and nobody else knows it. */
  readonly madeUpToken: string | null;
  readonly cookieName: string;
  readonly #tokens: Tokens;
  readonly #now: () => number;
  readonly #guesses: GuessLimit;
  /** Ended sessions until they would have ended by themselves. */
  readonly #ended = new Map<string, number>();
  #nextSweepAt = 0;
  readonly #pages: OwnPages;

  constructor({ tokens, port, trustedProxies, origins = [], now = Date.now }: AuthOptions) {
    this.#pages = { origins, trusted: new TrustedProxies(trustedProxies) };
    const operator = tokens.operator ?? randomBytes(24).toString('base64url');
    this.madeUpToken = tokens.operator === undefined ? operator : null;
    this.#tokens = { operator, viewer: tokens.viewer };
    this.cookieName = `leaseboard-${port}`;
    this.#now = now;
    this.#guesses = new GuessLimit(now);
  }

  /** Where a request came from. */
  addressOf(headers: Headers): string {
    return addressOf(headers, this.#pages.trusted);
  }

  /** Whether a request comes from a page of ours. */
  isSameOrigin(headers: Headers): boolean {
    return isSameOrigin(headers, this.#pages);
  }

  /** Trades a token for a session. `headers` are those of the request that asks. */
  async signIn(token: string, name: string, headers: Headers): Promise<SignIn> {
    const role = roleOf(this.#tokens, token);
    if (!role) {
      const waitMs = this.#guesses.wrong(this.addressOf(headers), token);
      return waitMs > 0 ? { outcome: 'wait', waitMs } : { outcome: 'wrong-token' };
    }
    const actor = actorName(name) ?? role;
    const now = this.#now();
    const begun = { actor, role, id: randomUUID(), expiresAt: now + SESSION_MS };
    const value = await signSession(this.#tokens, begun);
    const session = await readSession(this.#tokens, value, now);
    if (!session) throw new Error('a session just signed did not verify');
    const cookie = this.#cookie(value, SESSION_MS / 1000, isHttps(headers));
    return { outcome: 'signed-in', session, cookie };
  }

  /**
   * Gives a session a name. It stays the same session and ends when it would have. `null` where it
   * came with a token and so has no cookie, or where nothing is left of the name.
   */
  async rename(session: Session, name: string, headers: Headers): Promise<NewCookie | null> {
    const { role, id, expiresAt } = session;
    const actor = actorName(name);
    if (actor === null || expiresAt === null || !this.stillGood(session)) return null;
    const value = await signSession(this.#tokens, { actor, role, id, expiresAt });
    const maxAgeS = Math.floor((expiresAt - this.#now()) / 1000);
    return { value, maxAgeS, secure: isHttps(headers) };
  }

  /** The session behind a request, or `null`. A token sent along counts before a cookie. */
  async sessionFromRequest(headers: Headers): Promise<Session | null> {
    return (await this.prove(headers)).session;
  }

  /** As {@link sessionFromRequest}, and says how long a sender of too many wrong tokens must wait. */
  async prove(headers: Headers): Promise<Proof> {
    const token = bearerOf(headers);
    if (token !== null) return this.#proveToken(token, headers);
    const value = cookieOf(headers, this.cookieName);
    if (value === null) return { session: null, waitMs: 0 };
    const session = await readSession(this.#tokens, value, this.#now());
    return session && !this.#ended.has(session.id) ? { session } : { session: null, waitMs: 0 };
  }

  /** Whether a session that was good when its request began still is; open streams ask it. */
  stillGood(session: Session): boolean {
    const over = session.expiresAt !== null && session.expiresAt <= this.#now();
    return !over && !this.#ended.has(session.id);
  }

  /** How many ended sessions are remembered. */
  get endedSessions(): number {
    return this.#ended.size;
  }

  /** Ends a session, also for streams that are open. */
  end(session: Session): void {
    const now = this.#now();
    // Not at every sign-out: many in a row would take quadratic time.
    if (now >= this.#nextSweepAt) {
      this.#nextSweepAt = now + SWEEP_EVERY_MS;
      for (const [id, until] of this.#ended) if (until <= now) this.#ended.delete(id);
    }
    if (session.expiresAt !== null) this.#ended.set(session.id, session.expiresAt);
  }

  #proveToken(token: string, headers: Headers): Proof {
    const role = roleOf(this.#tokens, token);
    if (!role) {
      return { session: null, waitMs: this.#guesses.wrong(this.addressOf(headers), token) };
    }
    const actor = actorName(percentDecoded(headers.get(ACTOR_HEADER) ?? '')) ?? role;
    return { session: { actor, role, method: 'bearer', id: randomUUID(), expiresAt: null } };
  }

  #cookie(value: string, maxAgeS: number, secure: boolean): string {
    const parts = [`${this.cookieName}=${value}`, 'Path=/', 'HttpOnly', 'SameSite=Lax'];
    parts.push(`Max-Age=${maxAgeS}`);
    if (secure) parts.push('Secure');
    return parts.join('; ');
  }
}

/** Header values are Latin-1, so names travel percent-encoded. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A name fit for the audit trail: one line, not too long; `null` when nothing is left of it. */
function actorName(given: string): string | null {
  const line = given.replace(/\p{C}+/gu, ' ').trim();
  const name = [...line].slice(0, ACTOR_MOST).join('').trim();
  return name === '' ? null : name;
}
