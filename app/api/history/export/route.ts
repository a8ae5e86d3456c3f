/** `GET /api/history/export?format=json|ndjson|csv`: everything the filter matches, as a file. */

import { z } from 'zod';
import { download } from '@/app/api/download.ts';
import { signedIn } from '@/app/api/http.ts';
import { queryOf } from '@/app/api/query.ts';
import { EXPORT_FORMATS, type ExportFormat, exportEntries } from '@/lib/history/index.ts';
import { leaseboard } from '@/lib/server.ts';
import { historyQuery, historyQuerySchema } from '../history-query.ts';

const formats = Object.keys(EXPORT_FORMATS) as [ExportFormat, ...ExportFormat[]];
const schema = historyQuerySchema.extend({ format: z.enum(formats).default('json') });

export const GET = signedIn(async (request) => {
  const { format, ...query } = queryOf(request, schema);
  const entries = leaseboard().history.reader.select(await historyQuery(query));
  return download(exportEntries(entries, format), {
    name: `leaseboard-history.${format}`,
    type: EXPORT_FORMATS[format],
  });
});
