/** The guarded acts and their audit trail. */

export {
  actionInputSchema,
  bulkInputSchema,
  enableEventsInputSchema,
  problemsOf,
} from './action-input.ts';
export { ActionLimit } from './action-limit.ts';
export type { Actor } from './actor.ts';
export { Admin, type AdminOptions } from './admin.ts';
export { AUDIT_FORMATS, AUDIT_TYPES, auditLines } from './audit-export.ts';
export { type AuditQuery, auditQuerySchema } from './audit-query.ts';
export { AuditCursorError, type AuditPage, AuditReader } from './audit-reader.ts';
export { BulkActions } from './bulk.ts';
export { EnableEvents } from './enable-events.ts';
export type { Target } from './target.ts';
