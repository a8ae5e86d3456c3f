/** The guarded acts and their audit trail. */

export { actInputSchema, bulkInputSchema, problemsOf } from './act-input.ts';
export { ActLimit } from './act-limit.ts';
export type { Actor } from './actor.ts';
export { Admin, type AdminOptions } from './admin.ts';
export { actConnection } from './connection.ts';
export type { Target } from './target.ts';
