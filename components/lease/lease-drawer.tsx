'use client';

import { useQuery } from '@tanstack/react-query';
import { SearchX, X } from 'lucide-react';
import Link from 'next/link';
import type { LeaseRow } from '@/lib/board/wire.ts';
import type { HistoryEntry } from '@/lib/history/entry.ts';
import { redisKeyOf } from '@/lib/keys/lease-id.ts';
import { parseLeaseKey } from '@/lib/keys/lease-key.ts';
import { textOf } from '@/lib/keys/text.ts';
import { fetchLease } from '../live/fetch-lease.ts';
import { useMessages } from '../messages/messages-provider.tsx';
import { useDeployment } from '../shell/deployment-provider.tsx';
import { FadeWhenStale } from '../shell/fade-when-stale.tsx';
import { visibleString } from '../text/visible-text.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogClose, DialogTitle, Drawer } from '../ui/dialog.tsx';
import { Empty } from '../ui/empty.tsx';
import { isWatchedLease } from './is-watched-lease.ts';
import { LeaseDetail } from './lease-detail.tsx';

/** A lease beside the table. What the table's stream does not carry is asked for. */
export function LeaseDrawer({
  leaseId,
  row,
  feed,
  onClose,
}: {
  leaseId: string;
  /** The lease as the table knows it; `null` when it is not in the table's window. */
  row: LeaseRow | null;
  feed: readonly HistoryEntry[];
  onClose(): void;
}) {
  const words = useMessages();
  const { prefixes } = useDeployment();
  const isHere = isWatchedLease(leaseId, prefixes);
  const { data } = useQuery({
    queryKey: ['lease', leaseId],
    queryFn: ({ signal }) => fetchLease(leaseId, signal),
    enabled: row === null && isHere,
    refetchInterval: 2000,
    staleTime: 0,
  });
  const shown = row ?? data?.row ?? null;
  const leaseKey = shown?.key ?? data?.key ?? keyTextOf(leaseId);
  return (
    <Dialog open modal={false} onOpenChange={(open) => !open && onClose()}>
      <Drawer
        aria-describedby={undefined}
        onInteractOutside={(event) => event.preventDefault()}
        className="z-30"
      >
        <div className="flex min-h-12 items-center gap-2 border-b border-line px-5.5 max-md:px-3.5">
          <DialogTitle className="min-w-0 truncate text-base! font-[550] text-ink2">
            {isHere
              ? visibleString(parseLeaseKey(leaseKey).subtitle || parseLeaseKey(leaseKey).kind)
              : words.t('nav.leases')}
          </DialogTitle>
          <span className="flex-1" />
          {isHere ? (
            <Button asChild size="sm">
              <Link href={`/leases/${leaseId}`}>{words.t('lease.open-page')}</Link>
            </Button>
          ) : null}
          <DialogClose asChild>
            <Button look="quiet" size="icon" aria-label={words.t('lease.close')}>
              <X aria-hidden />
            </Button>
          </DialogClose>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto px-5.5 py-4.5 max-md:px-3.5">
          {isHere ? (
            <FadeWhenStale>
              <LeaseDetail leaseId={leaseId} leaseKey={leaseKey} row={shown} feed={feed} />
            </FadeWhenStale>
          ) : (
            <Empty icon={<SearchX aria-hidden />} title={words.t('not-found.title')}>
              {words.t('not-found.text')}
            </Empty>
          )}
        </div>
      </Drawer>
    </Dialog>
  );
}

/** What can be read of a key without knowing its prefix: everything after the first `:lease:`. */
function keyTextOf(leaseId: string): string {
  const bytes = redisKeyOf(leaseId);
  const text = bytes ? textOf(bytes) : leaseId;
  const mark = text.indexOf(':lease:');
  return mark < 0 ? text : text.slice(mark + ':lease:'.length);
}
