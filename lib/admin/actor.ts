import type { Role, Session } from '../auth/session.ts';

/** Who acts, and how that is known. */
export interface Actor {
  actor: string;
  role: Role;
  /** `redis`: the command line straight on Redis, where nobody signs in. */
  method: Session['method'] | 'redis';
  address: string;
}
