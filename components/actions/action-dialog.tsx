'use client';

import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import type { ActionInput, ActionResult } from '@/lib/admin/action.ts';
import type { LeaseRow } from '@/lib/board/wire.ts';
import { parseLeaseKey } from '@/lib/keys/lease-key.ts';
import { parseOwner } from '@/lib/keys/owner.ts';
import { shortRun } from '../leases/owner-tag.tsx';
import { useSummary } from '../live/live-provider.tsx';
import { useMessages } from '../messages/messages-provider.tsx';
import { UntrustedText } from '../text/untrusted-text.tsx';
import { visibleString } from '../text/visible-text.ts';
import { Button } from '../ui/button.tsx';
import {
  Dialog,
  DialogBody,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogDone,
  DialogFoot,
  DialogTitle,
} from '../ui/dialog.tsx';
import { Input } from '../ui/input.tsx';
import type { ActionChoice, Actions, DialogAction } from './actions.ts';
import { useActions } from './actions-context.ts';
import { HoldFields } from './hold-fields.tsx';
import { Outcome } from './outcome.tsx';
import { isAlive } from './owner-alive.ts';
import { ReleaseFields } from './release-fields.tsx';
import { hasSameOwner } from './same-owner.ts';
import { StopFields } from './stop-fields.tsx';
import { TransferFields } from './transfer-fields.tsx';
import { useActorName } from './use-actor-name.tsx';
import { useCurrentLease } from './use-current-lease.ts';
import { useOutcome } from './use-outcome.ts';

const CALL: Record<DialogAction, keyof Omit<Actions, 'many' | 'targets' | 'takeName'>> = {
  stop: 'stop',
  release: 'release',
  transfer: 'transfer',
  hold: 'hold',
  'end-hold': 'endHold',
};

/**
 * One act on one lease, tied to the owner that was on screen: says what will happen, asks why,
 * and shows what came of it. When the owner changes meanwhile it says so and does nothing.
 */
export function ActionDialog({
  act,
  row,
  requestId,
  onClose,
}: {
  act: DialogAction;
  row: LeaseRow;
  requestId: string;
  onClose(): void;
}) {
  const words = useMessages();
  const { actions } = useActions();
  const { trust } = useSummary();
  const now = useCurrentLease(row);
  const reasonId = useId();
  const [reason, setReason] = useState('');
  const [choice, setChoice] = useState<ActionChoice>({
    ready: act === 'stop' || act === 'end-hold',
  });
  const naming = useActorName();
  const run = useMutation({
    mutationFn: async (input: ActionInput) => {
      await naming.take();
      return await actions[CALL[act]](input);
    },
  });

  const outcome = useOutcome({ requestId, leaseId: row.id }, resultOf(run));
  const title = visibleString(parseLeaseKey(row.key).title.slice(0, 80));
  const changed = run.status === 'idle' && now !== undefined && !hasSameOwner(now, row);
  const away = trust.redis.state !== 'up';
  const takesFromLiving = (act === 'release' || act === 'hold') && isAlive(row);
  const ready = choice.ready && reason.trim() !== '' && !changed && !away && row.owner !== null;

  const go = () => {
    if (!ready || row.owner === null || run.status !== 'idle') return;
    const { ready: _, ...options } = choice;
    run.mutate({
      leaseId: row.id,
      expectOwner: row.owner,
      expectOwnerDigest: row.ownerDigest ?? undefined,
      expectFence: row.fence ?? undefined,
      reason: reason.trim(),
      requestId,
      ...options,
    });
  };

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        onInteractOutside={(event) => event.preventDefault()}
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          document.getElementById(reasonId)?.focus();
        }}
      >
        <form
          className="contents"
          onSubmit={(event) => {
            event.preventDefault();
            go();
          }}
        >
          <DialogBody>
            <DialogTitle>{words.t(`act.${act}.title`, { thread: title })}</DialogTitle>
            <DialogDescription asChild>
              <div>
                <WhatWillHappen act={act} row={row} />
              </div>
            </DialogDescription>
            {run.status === 'idle' || run.status === 'pending' ? (
              <>
                <ActFields act={act} row={row} onChoice={setChoice} />
                <label htmlFor={reasonId} className="mt-3.5 mb-1.25 block font-[550]">
                  {words.t('act.reason')}{' '}
                  <span className="font-[450] text-ink3">{words.t('act.reason-hint')}</span>
                </label>
                <Input
                  id={reasonId}
                  value={reason}
                  maxLength={500}
                  autoComplete="off"
                  readOnly={run.isPending}
                  onChange={(event) => setReason(event.target.value)}
                />
                {naming.field}
                {changed ? <OwnerChanged owner={now?.owner ?? null} /> : null}
                {away ? <Warning>{words.t('act.redis-away')}</Warning> : null}
              </>
            ) : null}
            <Outcome act={act} row={row} {...outcome} pending={run.isPending} />
          </DialogBody>
          <DialogFoot>
            {run.status === 'idle' || run.isPending ? (
              <>
                <DialogClose asChild>
                  <Button>{words.t('act.cancel')}</Button>
                </DialogClose>
                <Button
                  type="submit"
                  look={takesFromLiving ? 'danger' : 'primary'}
                  disabled={!ready || run.isPending}
                >
                  {run.isPending ? words.t('act.pending') : words.t(`act.${act}.do`)}
                </Button>
              </>
            ) : (
              <DialogDone>{words.t('act.close')}</DialogDone>
            )}
          </DialogFoot>
        </form>
      </DialogContent>
    </Dialog>
  );
}

/** A call that never answered is not known to have failed: it may have been done. */
function resultOf(run: { data?: ActionResult; isError: boolean }): ActionResult | null {
  if (run.data) return run.data;
  return run.isError ? { outcome: 'unknown', owner: null, detail: null, auditId: null } : null;
}

function WhatWillHappen({ act, row }: { act: DialogAction; row: LeaseRow }): ReactNode {
  const words = useMessages();
  const owner = row.owner === null ? '—' : shortRun(parseOwner(row.owner).runId);
  const run = <UntrustedText mono text={owner} className="text-ink" />;
  switch (act) {
    case 'stop':
      if (!row.process) return words.rich('act.stop.what-unknown', { run });
      return words.rich('act.stop.what', {
        run,
        process: (
          <b className="font-[550] text-ink">
            <UntrustedText text={row.process.label} max={28} />
          </b>
        ),
      });
    case 'release':
      return words.rich(isAlive(row) ? 'act.release.what-alive' : 'act.release.what-dead', { run });
    case 'transfer':
      return words.rich('act.transfer.what', { run });
    case 'hold':
      return words.rich('act.hold.what', { run });
    case 'end-hold':
      return words.t('act.end-hold.what');
  }
}

function ActFields({
  act,
  row,
  onChoice,
}: {
  act: DialogAction;
  row: LeaseRow;
  onChoice(choice: ActionChoice): void;
}) {
  switch (act) {
    case 'stop':
      return <StopFields row={row} onChoice={onChoice} />;
    case 'release':
      return <ReleaseFields row={row} onChoice={onChoice} />;
    case 'transfer':
      return <TransferFields row={row} onChoice={onChoice} />;
    case 'hold':
      return <HoldFields row={row} onChoice={onChoice} />;
    case 'end-hold':
      return null;
  }
}

function OwnerChanged({ owner }: { owner: string | null }) {
  const words = useMessages();
  return (
    <Warning>
      {owner === null
        ? words.t('act.now-free')
        : words.rich('act.now-owner', {
            owner: <UntrustedText mono text={shortRun(parseOwner(owner).runId)} />,
          })}
    </Warning>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="mt-3 rounded-[9px] bg-late-bg px-3 py-2.25 font-[550] text-late">
      {children}
    </p>
  );
}
