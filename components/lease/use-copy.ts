'use client';

import { useMemo } from 'react';
import type { LeaseRow } from '@/lib/board/wire.ts';
import { address } from '@/lib/http/address.ts';
import { redisKeyOf } from '@/lib/keys/lease-id.ts';
import { parseLeaseKey } from '@/lib/keys/lease-key.ts';
import { leaseStatusOf } from '../leases/lease-status.ts';
import { useLive } from '../live/live-provider.tsx';
import { useMessages } from '../messages/messages-provider.tsx';
import { visibleString } from '../text/visible-text.ts';
import { duration } from '../time/duration.ts';
import { copyText } from '../ui/copy-text.ts';
import { confirmBriefly } from '../ui/toast.ts';
import { redisCliLine } from './redis-cli-line.ts';

export interface Copy {
  key(row: LeaseRow): void;
  owner(row: LeaseRow): void;
  cli(row: LeaseRow): void;
  json(row: LeaseRow): void;
  link(row: LeaseRow): void;
  incident(row: LeaseRow): void;
}

/** Copies what is known of a lease, in the form that is wanted elsewhere. */
export function useCopy(): Copy {
  const words = useMessages();
  const { clock } = useLive();
  return useMemo(() => {
    const put = async (text: string) => {
      if (await copyText(text)) await confirmBriefly(words.t('copy.done'), 'well');
      else await confirmBriefly(words.t('copy.failed'), 'wrong');
    };
    const link = (row: LeaseRow) => `${location.origin}${address(`/leases/${row.id}`)}`;
    return {
      key: (row) => put(row.key),
      owner: (row) => put(row.owner ?? ''),
      cli: (row) => put(redisCliLine(redisKeyOf(row.id) ?? new Uint8Array())),
      json: (row) => put(JSON.stringify(row, null, 2)),
      link: (row) => put(link(row)),
      incident: (row) =>
        put(
          words.t('copy.incident-text', {
            thread: visibleString(parseLeaseKey(row.key).title),
            owner: visibleString(row.owner ?? '—'),
            time: duration(clock.now() - row.heldSince, words),
            state: leaseStatusOf(row).text(clock.now(), words),
            link: link(row),
          }),
        ),
    };
  }, [words, clock]);
}
