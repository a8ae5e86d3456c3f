/** What the table shows of a lease beside what Redis tells about it: who holds it as an operator, and its fence. */

import type { HistoryEntry, HistoryReader } from './history/index.ts';
import { holderName } from './keys/hold.ts';
import { leaseIdOf } from './keys/lease-id.ts';
import { textOf } from './keys/text.ts';
import type { LeaseWatch } from './observe/index.ts';

/** Marks leases that an operator holds, until the watch is closed. */
export function markHolds(watch: LeaseWatch): void {
  const marked = new Map<string, string>();
  watch.onLeaseChange(({ key, owner, gone }) => {
    const name = owner === null || gone ? null : holderName(textOf(Buffer.from(owner, 'latin1')));
    // Marking is a change, too: it must not lead to the next one.
    if (name === (marked.get(key) ?? null)) return;
    if (name === null) marked.delete(key);
    else marked.set(key, name);
    watch.setHold(leaseIdOf(Buffer.from(key, 'latin1')), name);
  });
}

/** Marks leases with the fencing token of their grant, where its writer fences, until the watch is closed. */
export function markFences(watch: LeaseWatch, reader: HistoryReader): void {
  const mark = ({ leaseId, to, fence }: HistoryEntry) => {
    if (leaseId === null || fence === null) return;
    // The table may be ahead of the history or behind it; the other one then marks it.
    const row = watch.get(leaseId);
    if (row?.owner === to && row.fence !== fence) watch.setFence(leaseId, fence);
  };
  reader.onStored(mark);
  watch.onLeaseChange(({ key, gone }) => {
    if (gone) return;
    const leaseId = leaseIdOf(Buffer.from(key, 'latin1'));
    const [grant] = reader.page({ leaseId, event: ['acquired', 'transferred'], limit: 1 }).entries;
    if (grant) mark(grant);
  });
}
