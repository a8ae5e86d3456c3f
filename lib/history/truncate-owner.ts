import { createHash } from 'node:crypto';

/** Owners longer than this are kept short in the history. A lease value can be anything, even 300 kB. */
const LONGEST_OWNER_BYTES = 512;
const KEPT_BYTES = 448;

/**
 * The owner as the history keeps it: whole, or, when very long, its beginning and its SHA-1, so
 * that two long owners never look the same. `record.lua` cuts in the same way.
 */
export function truncateOwner(owner: Buffer): Buffer {
  if (owner.length <= LONGEST_OWNER_BYTES) return owner;
  const digest = createHash('sha1').update(owner).digest('hex');
  return Buffer.concat([owner.subarray(0, KEPT_BYTES), Buffer.from(`...#${digest}`)]);
}
