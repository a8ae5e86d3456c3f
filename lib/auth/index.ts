/** Who may come in, and as what. Knows nothing of Next: headers in, sessions and cookies out. */

export { Auth, type AuthOptions, type SignIn } from './auth.ts';
export type { Role, Session } from './session.ts';
export type { Tokens } from './tokens.ts';
