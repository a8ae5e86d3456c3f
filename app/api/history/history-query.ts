/** What of the history a URL asks for. */

import { z } from 'zod';
import { matchAudit } from '@/lib/admin/match-audit.ts';
import { LONGEST_QUERY } from '@/lib/board/query/parse-query.ts';
import type { HistoryEntry } from '@/lib/history/entry.ts';
import { HISTORY_EVENTS, type HistoryQuery } from '@/lib/history/index.ts';
import { leaseboard } from '@/lib/server.ts';

/** Acts that a search takes in, the newest. */
const MOST_ACTS = 1000;

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

/**
 * The same, as the reader takes it. A text finds what people so named did, and why, too: that is in
 * the audit. Where it cannot be read the history alone is searched.
 */
export async function historyQuery({
  lease,
  ...rest
}: z.infer<typeof historyQuerySchema>): Promise<HistoryQuery> {
  const query = { leaseId: lease, ...rest };
  const text = rest.q?.trim();
  return text ? { ...query, alsoFound: await doneBy(text, lease) } : query;
}

async function doneBy(text: string, lease?: string): Promise<(entry: HistoryEntry) => boolean> {
  const { audit, log } = leaseboard();
  try {
    const { entries } = await audit.page({ q: text, lease, outcome: 'done', limit: MOST_ACTS });
    const needle = text.toLowerCase();
    const behind = matchAudit(
      entries.filter(({ actor, reason }) =>
        [actor, reason].some((value) => value.toLowerCase().includes(needle)),
      ),
    );
    return (entry) => behind(entry) !== null;
  } catch (error) {
    log.warn({ err: error }, 'the history was searched without the audit');
    return () => false;
  }
}
