/** What of the history a URL asks for. */

import { z } from 'zod';
import { HISTORY_EVENTS, type HistoryQuery } from '@/lib/history/index.ts';
import { LONGEST_QUERY } from '@/lib/observe/query/parse-query.ts';

const time = z.coerce.number().int().min(0);

export const historyQuerySchema = z.object({
  lease: z.string().max(4096).optional(),
  owner: z.string().max(4096).optional(),
  resource: z.string().max(4096).optional(),
  /** One event, or several with commas between. */
  event: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(HISTORY_EVENTS)))
    .optional(),
  q: z.string().max(LONGEST_QUERY).optional(),
  since: time.optional(),
  until: time.optional(),
  cursor: z.string().max(4096).optional(),
  limit: z.coerce.number().int().min(1).max(1000).optional(),
});

/** The same, as the reader takes it. */
export function historyQuery({ lease, ...rest }: z.infer<typeof historyQuerySchema>): HistoryQuery {
  return { leaseId: lease, ...rest };
}
