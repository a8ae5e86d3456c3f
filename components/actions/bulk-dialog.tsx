'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useId, useState } from 'react';
import type { ActionOutcome, BulkProgress, BulkResult } from '@/lib/admin/action.ts';
import type { LeaseRow } from '@/lib/board/wire.ts';
import { address } from '@/lib/http/address.ts';
import { OwnerTag } from '../leases/owner-tag.tsx';
import { ThreadName } from '../leases/thread-name.tsx';
import { useMessages } from '../messages/messages-provider.tsx';
import { Button } from '../ui/button.tsx';
import { Chip, type Tone } from '../ui/chip.tsx';
import {
  Dialog,
  DialogBody,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFoot,
  DialogTitle,
} from '../ui/dialog.tsx';
import { Input } from '../ui/input.tsx';
import { useActions } from './actions-context.ts';
import { isAlive } from './owner-alive.ts';
import { useActorName } from './use-actor-name.tsx';

const TONE: Record<ActionOutcome, Tone> = {
  done: 'ok',
  'already-free': 'ok',
  'owner-changed': 'late',
  ignored: 'late',
  'not-adopted': 'late',
  'not-allowed': 'bad',
  unknown: 'bad',
};

/** One act on many leases: the exact list, frozen at opening, and a result for each. */
export function BulkDialog({
  act,
  rows,
  requestId,
  limit,
  onClose,
}: {
  act: 'stop' | 'release';
  rows: readonly LeaseRow[];
  requestId: string;
  limit: number;
  onClose(): void;
}) {
  const words = useMessages();
  const { actions } = useActions();
  const reasonId = useId();
  const typedId = useId();
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  // What cannot be read has no owner to name, and runs are behind threads alone.
  const readable = rows.filter(
    (row) => row.owner !== null && (act === 'release' || row.kind === 'thread'),
  );
  const alive = readable.filter(isAlive).length;
  const wantsTyping = act === 'release' && alive > 0;
  const tooMany = readable.length > limit;
  const naming = useActorName();
  const run = useMutation({
    mutationFn: async () => {
      await naming.take();
      return await actions.many({
        act,
        leases: readable.map((row) => ({
          leaseId: row.id,
          expectOwner: row.owner ?? '',
          expectOwnerDigest: row.ownerDigest ?? undefined,
          expectFence: row.fence ?? undefined,
        })),
        reason: reason.trim(),
        requestId,
      });
    },
  });
  const ready =
    reason.trim() !== '' &&
    readable.length > 0 &&
    !tooMany &&
    (!wantsTyping || typed.trim() === String(readable.length));
  const progress = useProgress(requestId, run.isPending);

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        className="w-[min(680px,calc(100vw-24px))]"
        onInteractOutside={(event) => event.preventDefault()}
      >
        <form
          className="contents"
          onSubmit={(event) => {
            event.preventDefault();
            if (ready && run.status === 'idle') run.mutate();
          }}
        >
          <DialogBody>
            <DialogTitle>{words.count(`bulk.${act}.title`, readable.length)}</DialogTitle>
            <DialogDescription>{words.t(`bulk.${act}.what`)}</DialogDescription>
            {alive > 0 && act === 'release' ? (
              <p className="mt-3 rounded-[9px] bg-risk-bg px-3 py-2.25 text-[12.5px] text-risk">
                {words.count('bulk.release.alive', alive)}
              </p>
            ) : null}
            {tooMany ? (
              <p className="mt-3 rounded-[9px] bg-bad-bg px-3 py-2.25 text-bad">
                {words.t('bulk.too-many', { limit: words.number(limit) })}
              </p>
            ) : null}
            <Frozen rows={readable} result={run.data ?? null} />
            {run.isPending ? (
              <p role="status" className="num mt-3 text-ink2">
                {words.t('bulk.progress', {
                  done: words.number(progress?.done ?? 0),
                  total: words.number(readable.length),
                })}
              </p>
            ) : null}
            {run.isError ? (
              <p role="alert" className="mt-3 rounded-[9px] bg-bad-bg px-3 py-2.25 text-bad">
                {words.t('outcome.unknown')}
              </p>
            ) : null}
            {run.data?.refused ? (
              <p role="alert" className="mt-3 rounded-[9px] bg-bad-bg px-3 py-2.25 text-bad">
                {run.data.refused}
              </p>
            ) : null}
            {run.status === 'idle' ? (
              <>
                <label htmlFor={reasonId} className="mt-3.5 mb-1.25 block font-[550]">
                  {words.t('act.reason')}{' '}
                  <span className="font-[450] text-ink3">{words.t('act.reason-hint')}</span>
                </label>
                <Input
                  id={reasonId}
                  value={reason}
                  maxLength={500}
                  autoComplete="off"
                  onChange={(event) => setReason(event.target.value)}
                />
                {naming.field}
                {wantsTyping ? (
                  <>
                    <label htmlFor={typedId} className="mt-3.5 mb-1.25 block font-[550]">
                      {words.rich('bulk.type', {
                        n: (
                          <span translate="no" className="mono rounded-[4px] bg-line2 px-1">
                            {readable.length}
                          </span>
                        ),
                      })}
                    </label>
                    <Input
                      id={typedId}
                      value={typed}
                      inputMode="numeric"
                      autoComplete="off"
                      onChange={(event) => setTyped(event.target.value)}
                    />
                  </>
                ) : null}
              </>
            ) : null}
          </DialogBody>
          <DialogFoot>
            {run.data && !run.data.refused ? (
              <Button asChild look="quiet">
                <Link href={`/audit?request=${requestId}`}>{words.t('act.in-audit')}</Link>
              </Button>
            ) : null}
            <DialogClose asChild>
              <Button>{words.t(run.status === 'idle' ? 'act.cancel' : 'act.close')}</Button>
            </DialogClose>
            {run.status === 'idle' || run.isPending ? (
              <Button
                type="submit"
                look={wantsTyping ? 'danger' : 'primary'}
                disabled={!ready || run.isPending}
              >
                {run.isPending
                  ? words.t('act.pending')
                  : words.count(`bulk.${act}.do`, readable.length)}
              </Button>
            ) : null}
          </DialogFoot>
        </form>
      </DialogContent>
    </Dialog>
  );
}

/** The list as it was at opening, each lease with what came of it. */
function Frozen({ rows, result }: { rows: readonly LeaseRow[]; result: BulkResult | null }) {
  const words = useMessages();
  const outcomes = new Map(result?.results.map((one) => [one.leaseId, one.outcome]));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <ul tabIndex={0} className="mt-3.5 max-h-64 overflow-y-auto rounded-[9px] border border-line">
      {rows.map((row) => {
        const outcome = outcomes.get(row.id);
        return (
          <li
            key={row.id}
            className="grid min-h-11 grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_auto] items-center gap-3 border-b border-line2 px-3 last:border-0"
          >
            <ThreadName row={row} />
            <OwnerTag row={row} />
            {outcome ? (
              <Chip tone={TONE[outcome]}>{words.t(`outcome.short.${outcome}`)}</Chip>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

function useProgress(requestId: string, running: boolean): BulkProgress | null {
  const { data } = useQuery({
    queryKey: ['bulk', requestId],
    enabled: running,
    refetchInterval: 400,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<BulkProgress | null> => {
      const response = await fetch(address(`/api/bulk/${requestId}`), { signal });
      return response.ok ? ((await response.json()) as BulkProgress) : null;
    },
  });
  return data ?? null;
}
