/** Which audit entries are asked for, as in the URL of the audit page and of its API. */

import { z } from 'zod';
import { LONGEST_QUERY } from '../board/query/parse-query.ts';
import { spellingsOf } from '../keys/spellings.ts';
import { ACT_OUTCOMES } from './action.ts';
import { AUDIT_ACTS, type AuditEntry } from './audit-entry.ts';

const time = z.coerce.number().int().min(0);

export const auditQuerySchema = z.object({
  /** One entry. */
  id: z
    .string()
    .regex(/^\d+-\d+$/, 'must be an audit id')
    .optional(),
  /** All entries of one request: the record of an act on many leases. */
  request: z.string().max(64).optional(),
  lease: z.string().max(4096).optional(),
  act: z.enum(AUDIT_ACTS).optional(),
  outcome: z.enum(ACT_OUTCOMES).optional(),
  actor: z.string().max(100).optional(),
  /** Text in key, owners, actor, reason, detail or address. */
  q: z.string().max(LONGEST_QUERY).optional(),
  since: time.optional(),
  until: time.optional(),
  cursor: z.string().max(4096).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});

export type AuditQuery = z.infer<typeof auditQuerySchema>;

/** Whether an entry is asked for. */
export function auditMatcher(query: AuditQuery): (entry: AuditEntry) => boolean {
  const { id, request, lease, act, outcome, actor, since, until } = query;
  const wanted = spellingsOf(query.q?.toLowerCase() ?? '');
  return (entry) =>
    (id === undefined || entry.id === id) &&
    (request === undefined || entry.requestId === request) &&
    (lease === undefined || entry.leaseId === lease) &&
    (act === undefined || entry.act === act) &&
    (outcome === undefined || entry.outcome === outcome) &&
    (actor === undefined || entry.actor === actor) &&
    (since === undefined || entry.at >= since) &&
    (until === undefined || entry.at <= until) &&
    textsOf(entry).some((value) => wanted.some((one) => value?.toLowerCase().includes(one)));
}

function textsOf(entry: AuditEntry): (string | null)[] {
  const { key, expectedOwner, foundOwner, to, actor, reason, detail, address } = entry;
  return [key, expectedOwner, foundOwner, to, actor, reason, detail, address];
}
