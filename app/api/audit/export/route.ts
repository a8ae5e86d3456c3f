/** `GET /api/audit/export?format=ndjson|csv`: everything the filter matches, as a file. */

import { z } from 'zod';
import { download } from '@/app/api/download.ts';
import { signedIn } from '@/app/api/http.ts';
import { queryOf } from '@/app/api/query.ts';
import { AUDIT_FORMATS, AUDIT_TYPES, auditLines, auditQuerySchema } from '@/lib/admin/index.ts';
import { leaseboard } from '@/lib/server.ts';

const schema = auditQuerySchema.extend({ format: z.enum(AUDIT_FORMATS).default('ndjson') });

export const GET = signedIn((request) => {
  const { format, ...query } = queryOf(request, schema);
  const lines = auditLines(leaseboard().audit.all(query), format);
  return download(lines, { name: `leaseboard-audit.${format}`, type: AUDIT_TYPES[format] });
});
