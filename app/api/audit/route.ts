/** `GET /api/audit`: the audit trail, newest first, in pages. */

import { HttpError, json, signedIn } from '@/app/api/http.ts';
import { queryOf } from '@/app/api/query.ts';
import { auditQuerySchema } from '@/lib/admin/index.ts';
import { BAD_CURSOR, hasCode } from '@/lib/platform/error-code.ts';
import { leaseboard } from '@/lib/server.ts';

export const GET = signedIn(async (request) => {
  const query = queryOf(request, auditQuerySchema);
  try {
    return json(await leaseboard().audit.page(query));
  } catch (error) {
    if (hasCode(error, BAD_CURSOR)) throw error;
    throw new HttpError(503, 'The audit trail cannot be read now: its Redis does not answer.');
  }
});
