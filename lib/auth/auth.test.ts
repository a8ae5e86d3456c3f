import { describe, expect, test, vi } from 'vitest';
import { Auth } from './auth.ts';
import { GuessLimit } from './guess-limit.ts';
import { PEER_HEADER } from './request.ts';
import { isNameless } from './session.ts';
import { SESSION_MS } from './session-cookie.ts';

const OPERATOR = 'operator-token-0123456789';
const VIEWER = 'viewer-token-0123456789';

function auth(
  tokens: { operator?: string; viewer?: string } = { operator: OPERATOR, viewer: VIEWER },
  clock = { now: Date.UTC(2030, 0, 1) },
) {
  return { clock, auth: new Auth({ tokens, port: 3000, now: () => clock.now }) };
}

async function cookieOfSignIn(at: Auth, token: string, headers = new Headers()) {
  const signIn = await at.signIn(token, 'Ada', headers);
  if (signIn.outcome !== 'signed-in') throw new Error(`not signed in: ${signIn.outcome}`);
  return signIn.cookie;
}

function sentBack(setCookie: string): Headers {
  return new Headers({ cookie: `other=1; ${setCookie.split(';')[0]}` });
}

test('a session without a name takes one, and ends with all its cookies when it would have', async () => {
  const { auth: subject, clock } = auth();
  const signIn = await subject.signIn(OPERATOR, '', new Headers());
  if (signIn.outcome !== 'signed-in') throw new Error(`not signed in: ${signIn.outcome}`);
  const { session } = signIn;
  expect(isNameless(session)).toBe(true);
  clock.now += 3_600_000;
  const cookie = await subject.rename(session, ' Kim\n', new Headers());
  expect(cookie).toMatchObject({ maxAgeS: SESSION_MS / 1000 - 3600, secure: false });
  const renamed = new Headers({ cookie: `${subject.cookieName}=${cookie?.value}` });
  expect(await subject.sessionFromRequest(renamed)).toEqual({ ...session, actor: 'Kim' });
  subject.end(session);
  expect(await subject.sessionFromRequest(renamed)).toBeNull();
  expect(await subject.rename(session, 'Lee', new Headers())).toBeNull();
});

test('a token has no cookie to be renamed, and nothing is no name', async () => {
  const { auth: subject } = auth();
  const bearer = new Headers({ authorization: `Bearer ${OPERATOR}` });
  const session = await subject.sessionFromRequest(bearer);
  expect(session && (await subject.rename(session, 'Kim', bearer))).toBeNull();
  const signIn = await subject.signIn(OPERATOR, '', new Headers());
  if (signIn.outcome !== 'signed-in') throw new Error(`not signed in: ${signIn.outcome}`);
  expect(await subject.rename(signIn.session, ' \n ', new Headers())).toBeNull();
});

describe('sign-in', () => {
  test('a token gives the session of its role, under the name given', async () => {
    const { auth: subject } = auth();
    for (const [token, role] of [
      [OPERATOR, 'operator'],
      [VIEWER, 'viewer'],
    ] as const) {
      const headers = sentBack(await cookieOfSignIn(subject, token));
      expect(await subject.sessionFromRequest(headers)).toMatchObject({
        actor: 'Ada',
        role,
        method: 'cookie',
      });
    }
  });

  test('a wrong token, an empty one and a prefix of the right one open nothing', async () => {
    const { auth: subject } = auth();
    for (const token of ['wrong', '', OPERATOR.slice(0, -1), `${OPERATOR} `]) {
      expect(await subject.signIn(token, '', new Headers())).toEqual({ outcome: 'wrong-token' });
    }
  });

  test('without a viewer token, no text signs a viewer in', async () => {
    const { auth: subject } = auth({ operator: OPERATOR });
    for (const token of ['', 'undefined', VIEWER]) {
      expect(await subject.signIn(token, '', new Headers())).toEqual({ outcome: 'wrong-token' });
    }
  });

  test('a token is made up when none is set, anew at each start', async () => {
    const first = auth({}).auth;
    const second = auth({}).auth;
    expect(first.madeUpToken).toMatch(/^[\w-]{32}$/);
    expect(first.madeUpToken).not.toBe(second.madeUpToken);
    expect((await first.signIn(first.madeUpToken ?? '', '', new Headers())).outcome).toBe(
      'signed-in',
    );
    expect(auth().auth.madeUpToken).toBeNull();
  });

  test('names are one line of at most 60 characters, the role where none is left', async () => {
    const { auth: subject } = auth();
    const actorOf = async (name: string) => {
      const signIn = await subject.signIn(OPERATOR, name, new Headers());
      return signIn.outcome === 'signed-in' ? signIn.session.actor : null;
    };
    expect(await actorOf(' Ada\n\tL. ')).toBe('Ada L.');
    expect(await actorOf('\u0000')).toBe('operator');
    expect(await actorOf('🧵'.repeat(100))).toBe('🧵'.repeat(60));
  });
});

describe('the cookie', () => {
  test('is closed to scripts and other sites, and Secure over TLS', async () => {
    const { auth: subject } = auth();
    const plain = await cookieOfSignIn(subject, OPERATOR);
    expect(plain).toMatch(/^leaseboard-3000=\S+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=86400$/);
    const tls = new Headers({ 'x-forwarded-proto': 'https' });
    expect(await cookieOfSignIn(subject, OPERATOR, tls)).toMatch(/; Secure$/);
  });

  test('survives a restart with the same token and ends with a new one', async () => {
    const headers = sentBack(await cookieOfSignIn(auth().auth, VIEWER));
    expect(await auth().auth.sessionFromRequest(headers)).not.toBeNull();
    const otherOperator = auth({ operator: 'another-token-0123456789', viewer: VIEWER }).auth;
    expect(await otherOperator.sessionFromRequest(headers)).toMatchObject({ role: 'viewer' });
    const otherViewer = auth({ operator: OPERATOR, viewer: 'another-token-0123456789' }).auth;
    expect(await otherViewer.sessionFromRequest(headers)).toBeNull();
    expect(await auth({ operator: OPERATOR }).auth.sessionFromRequest(headers)).toBeNull();
  });

  test('ends after a day, at sign-out, and when a byte of it is changed', async () => {
    const { auth: subject, clock } = auth();
    const cookie = await cookieOfSignIn(subject, OPERATOR);
    const session = await subject.sessionFromRequest(sentBack(cookie));
    if (!session) throw new Error('no session');
    expect(subject.stillGood(session)).toBe(true);

    const forged = cookie.replace(/\.(.)/, (_, char) => `.${char === 'a' ? 'b' : 'a'}`);
    expect(await subject.sessionFromRequest(sentBack(forged))).toBeNull();

    clock.now += SESSION_MS + 1000;
    expect(subject.stillGood(session)).toBe(false);
    expect(await subject.sessionFromRequest(sentBack(cookie))).toBeNull();
    clock.now -= SESSION_MS + 1000;

    subject.end(session);
    expect(subject.stillGood(session)).toBe(false);
    expect(await subject.sessionFromRequest(sentBack(cookie))).toBeNull();
  });

  test("a viewer's cookie does not become an operator's by another key id", async () => {
    const { auth: subject } = auth();
    const value = (await cookieOfSignIn(subject, VIEWER)).split(/[=;]/)[1] ?? '';
    const [, payload, signature] = value.split('.');
    const header = Buffer.from('{"alg":"HS256","kid":"operator"}').toString('base64url');
    const forged = sentBack(`${subject.cookieName}=${header}.${payload}.${signature};`);
    expect(await subject.sessionFromRequest(forged)).toBeNull();
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const unsigned = sentBack(`${subject.cookieName}=${none}.${payload}.;`);
    expect(await subject.sessionFromRequest(unsigned)).toBeNull();
  });
});

test('ended sessions are looked through once a minute at most, and forgotten after their time', async () => {
  const { auth: subject, clock } = auth();
  const { now } = clock;
  const end = (id: string) =>
    subject.end({
      actor: 'Ada',
      role: 'viewer',
      method: 'cookie',
      id,
      expiresAt: now + SESSION_MS,
    });
  const looks = vi.spyOn(Map.prototype, Symbol.iterator);
  for (let n = 0; n < 1000; n++) end(`session ${n}`);
  const looked = looks.mock.calls.length;
  looks.mockRestore();
  expect(looked).toBe(1);
  expect(subject.endedSessions).toBe(1000);
  clock.now += SESSION_MS;
  end('the last');
  expect(subject.endedSessions).toBe(1);
});

describe('a token with the request', () => {
  test('is a session of its own, under the name in the header', async () => {
    const { auth: subject } = auth();
    const headers = new Headers({
      authorization: `Bearer ${OPERATOR}`,
      'x-leaseboard-actor': encodeURIComponent('Zoë'),
    });
    expect(await subject.sessionFromRequest(headers)).toMatchObject({
      actor: 'Zoë',
      role: 'operator',
      method: 'bearer',
      expiresAt: null,
    });
  });

  test('counts before a cookie, also when it is wrong', async () => {
    const { auth: subject } = auth();
    const headers = sentBack(await cookieOfSignIn(subject, OPERATOR));
    headers.set('authorization', 'Bearer wrong');
    expect(await subject.sessionFromRequest(headers)).toBeNull();
  });
});

describe('guessing', () => {
  const from = (address: string) => new Headers({ [PEER_HEADER]: address });

  test('ten wrong tokens make an address wait with more of them, and no other one', async () => {
    const { auth: subject, clock } = auth();
    const guess = async (n: number, address: string) =>
      (await subject.signIn(`guess ${n}`, '', from(address))).outcome;
    for (let n = 0; n < 10; n++) expect(await guess(n, '192.0.2.1')).toBe('wrong-token');
    expect(await subject.signIn('guess 10', '', from('192.0.2.1'))).toEqual({
      outcome: 'wait',
      waitMs: 60_000,
    });
    const bearer = from('192.0.2.1');
    bearer.set('authorization', 'Bearer wrong');
    expect(await subject.prove(bearer)).toEqual({ session: null, waitMs: 60_000 });
    expect(await guess(0, '192.0.2.2')).toBe('wrong-token');
    clock.now += 60_000;
    expect(await guess(11, '192.0.2.1')).toBe('wrong-token');
  });

  test("a right token is never refused because of guesses, one's own or other people's", async () => {
    const { auth: subject } = auth();
    for (let n = 0; n < 500; n++) {
      await subject.signIn(`guess ${n}`, '', from(n % 2 ? '192.0.2.1' : `192.0.3.${n % 250}`));
    }
    expect((await subject.signIn(OPERATOR, '', from('192.0.2.1'))).outcome).toBe('signed-in');
    const bearer = from('192.0.2.1');
    bearer.set('authorization', `Bearer ${VIEWER}`);
    expect((await subject.prove(bearer)).session).toMatchObject({ role: 'viewer' });
  });

  test('what a sender says of its address counts nothing', async () => {
    const { auth: subject } = auth();
    const outcomes = new Set<string>();
    for (let n = 0; n < 50; n++) {
      const headers = from('192.0.2.1');
      headers.set('x-forwarded-for', `198.51.100.${n}`);
      outcomes.add((await subject.signIn(`guess ${n}`, '', headers)).outcome);
    }
    expect([...outcomes]).toEqual(['wrong-token', 'wait']);
  });

  test('one outdated token sent again and again makes nobody wait', async () => {
    const { auth: subject } = auth();
    for (let attempt = 0; attempt < 100; attempt++) {
      const { outcome } = await subject.signIn('outdated', '', from('192.0.2.1'));
      expect(outcome).toBe('wrong-token');
    }
  });

  test('remembers a bounded number of addresses', () => {
    const limit = new GuessLimit(() => 0, 100);
    for (let n = 0; n < 1000; n++) limit.wrong(`address ${n}`, 'guess');
    expect(limit.size).toBe(100);
  });
});
