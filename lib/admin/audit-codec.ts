/** Between an item of the audit stream and an {@link AuditEntry}. */

import { appendedAt, cutTextOf, LONGEST_KEY_BYTES, timeOrNull } from '../keys/foreign-values.ts';
import { leaseIdOf } from '../keys/lease-id.ts';
import { textOf } from '../keys/text.ts';
import { leaseKeyPrefix } from '../lease/redis-keys.ts';
import { ACT_OUTCOMES } from './action.ts';
import { AUDIT_ACTS, AUDIT_FIELDS, type AuditEntry } from './audit-entry.ts';
import type { Target } from './target.ts';

/** An entry before it has an id. */
export interface AuditDraft extends Omit<AuditEntry, 'id' | 'at' | 'leaseId' | 'prefix' | 'key'> {
  target: Target;
  /** When it happened, milliseconds since 1970, if it could not be written at once. */
  happenedAt?: number;
}

/** Field names and values as `XADD` takes them. */
export function encodeAudit(draft: AuditDraft): (string | Buffer)[] {
  const values: Record<(typeof AUDIT_FIELDS)[number], string | Buffer> = {
    key: draft.target.redisKey,
    act: draft.act,
    outcome: draft.outcome,
    actor: draft.actor,
    role: draft.role,
    method: draft.method,
    address: draft.address,
    expected: draft.expectedOwner,
    found: draft.foundOwner ?? '',
    to: draft.to ?? '',
    reason: draft.reason,
    detail: draft.detail ?? '',
    request: draft.requestId,
    at: draft.happenedAt === undefined ? '' : String(draft.happenedAt),
  };
  return AUDIT_FIELDS.flatMap((field) => [field, values[field]]);
}

/** Reads one item, long texts cut; `null` when it is none of ours, or of a version that knows more than this one. */
export function decodeAudit(
  prefix: string,
  id: string,
  item: readonly Buffer[],
): AuditEntry | null {
  const fields = new Map<string, Buffer>();
  for (let at = 0; at + 1 < item.length; at += 2) {
    const [name, value] = item.slice(at, at + 2);
    if (name && value) fields.set(name.toString(), value);
  }
  const text = (field: (typeof AUDIT_FIELDS)[number]) =>
    cutTextOf(fields.get(field) ?? EMPTY, LONGEST_TEXT_BYTES);
  const act = AUDIT_ACTS.find((known) => known === text('act'));
  const outcome = ACT_OUTCOMES.find((known) => known === text('outcome'));
  const redisKey = fields.get('key');
  if (!act || !outcome || !redisKey || redisKey.length > LONGEST_KEY_BYTES) return null;
  return {
    id,
    at: timeOrNull(Number(text('at') || Number.NaN)) ?? appendedAt(id),
    leaseId: leaseIdOf(redisKey),
    prefix,
    key: textOf(redisKey.subarray(Buffer.byteLength(leaseKeyPrefix(prefix)))),
    act,
    outcome,
    actor: text('actor'),
    role: text('role') === 'operator' ? 'operator' : 'viewer',
    method: METHODS.find((known) => known === text('method')) ?? 'redis',
    address: text('address'),
    expectedOwner: text('expected'),
    foundOwner: text('found') || null,
    to: text('to') || null,
    reason: text('reason'),
    detail: text('detail') || null,
    requestId: text('request'),
  };
}

const EMPTY = Buffer.alloc(0);
/** Owners are written with at most 2,048 characters, and reasons with 500. */
const LONGEST_TEXT_BYTES = 8192;
const METHODS = ['cookie', 'bearer', 'redis'] as const;
