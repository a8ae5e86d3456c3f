/** `GET /api/audit`: the audit trail, newest first, in pages. */

import { HttpError, json, signedIn } from '@/app/api/http.ts';
import { queryOf } from '@/app/api/query.ts';
import { AuditCursorError, auditQuerySchema } from '@/lib/admin/index.ts';
import { leaseboard } from '@/lib/server.ts';

export const GET = signedIn(async (request) => {
  const query = queryOf(request, auditQuerySchema);
  try {
    return json(await leaseboard().audit.page(query));
  } catch (error) {
    if (error instanceof AuditCursorError) throw new HttpError(400, error.message);
    throw new HttpError(503, 'The audit trail cannot be read now: its Redis does not answer.');
  }
});
