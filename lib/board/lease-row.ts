/** A lease as a row of the table: what can be read from its key and owner, made when it is shown. */

import { leaseIdOfBinary } from '../keys/lease-id.ts';
import { parseLeaseKey } from '../keys/lease-key.ts';
import { ownerDigestOf } from '../keys/owner-digest.ts';
import { textOf } from '../keys/text.ts';
import { isAscii } from '../observe/table/binary-text.ts';
import { leaseKeyText } from '../observe/table/lease-prefix.ts';
import type { LeaseRecord } from '../observe/table/lease-record.ts';
import type { Annotations } from './annotations.ts';
import type { LeaseRow } from './wire.ts';

/** Longest owner shown, in characters. */
const OWNER_SHOWN = 512;

export function toRow(lease: LeaseRecord, annotations: Annotations): LeaseRow {
  const id = leaseIdOfBinary(lease.key);
  const key = leaseKeyText(lease.key, lease.prefix);
  const { kind, resourceId, threadId } = parseLeaseKey(key);
  const owner = ownerText(lease);
  const notes = annotations.of(lease.key);
  return {
    id,
    prefix: lease.prefix.name,
    key,
    kind,
    resourceId,
    threadId,
    owner: owner === null ? null : owner.slice(0, OWNER_SHOWN),
    ownerBytes: isCut(lease, owner) ? lease.ownerBytes : null,
    ownerDigest: ownerDigest(lease, owner),
    expiresAt: lease.expiresAt === null ? null : Math.round(lease.expiresAt),
    ttlMs: lease.ttlMs,
    renewEveryMs: lease.renewEveryMs,
    heldSince: Math.round(lease.heldSince),
    heldSinceExact: lease.heldSinceExact,
    renewals: lease.renewals,
    changes: lease.changes,
    lastChangeAt: lease.lastChangeAt === null ? null : Math.round(lease.lastChangeAt),
    health: lease.health,
    fence: notes?.fence ?? null,
    run: notes?.run ?? null,
    process: notes?.process ?? null,
    holdBy: notes?.holdBy ?? null,
  };
}

/** The owner as text, as far as it is kept; `null` when the value cannot be read. */
function ownerText(lease: LeaseRecord): string | null {
  return lease.owner === null ? null : textOf(Buffer.from(lease.owner, 'latin1'));
}

/** Names the owner where the text shown does not. */
function ownerDigest(lease: LeaseRecord, shown: string | null): string | null {
  if (lease.owner === null || shown === null) return null;
  if (lease.ownerSha256 !== null) return lease.ownerSha256;
  const isWhole = shown.length <= OWNER_SHOWN;
  if (isWhole && isAscii(lease.owner) && shown === lease.owner) return null;
  const bytes = Buffer.from(lease.owner, 'latin1');
  return isWhole && bytes.equals(Buffer.from(shown)) ? null : ownerDigestOf(bytes);
}

function isCut(lease: LeaseRecord, owner: string | null): boolean {
  return lease.ownerDigest !== null || (owner?.length ?? 0) > OWNER_SHOWN;
}
