import type { LeaseRow } from '@/lib/board/wire.ts';

type Owner = Pick<LeaseRow, 'owner' | 'ownerDigest'>;

/** Whether two looks at a lease found the same owner: owners that are cut may be shown alike. */
export function hasSameOwner(one: Owner | null, other: Owner): boolean {
  return one?.owner === other.owner && one.ownerDigest === other.ownerDigest;
}
