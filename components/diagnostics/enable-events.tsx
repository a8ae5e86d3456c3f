'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useId, useState } from 'react';
import type { ActionResult } from '@/lib/admin/action.ts';
import { newRequestId } from '../actions/request-id.ts';
import { useActorName } from '../actions/use-actor-name.tsx';
import { useMessages } from '../messages/messages-provider.tsx';
import { Button } from '../ui/button.tsx';
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

type Enable = (input: { reason: string; requestId: string }) => Promise<ActionResult>;

/** Switches keyspace events on, after saying what that does and asking why. */
export function EnableEvents({ enable }: { enable: Enable }) {
  const words = useMessages();
  const [requestId, setRequestId] = useState<string | null>(null);
  return (
    <>
      <Button className="mt-2" onClick={() => setRequestId(newRequestId())}>
        {words.t('diagnostics.enable')}
      </Button>
      {requestId === null ? null : (
        <EnableDialog enable={enable} requestId={requestId} onClose={() => setRequestId(null)} />
      )}
    </>
  );
}

function EnableDialog({
  enable,
  requestId,
  onClose,
}: {
  enable: Enable;
  requestId: string;
  onClose(): void;
}) {
  const words = useMessages();
  const router = useRouter();
  const reasonId = useId();
  const [reason, setReason] = useState('');
  const naming = useActorName();
  const run = useMutation({
    mutationFn: async (input: Parameters<Enable>[0]) => {
      await naming.take();
      return await enable(input);
    },
  });
  const close = () => {
    onClose();
    if (run.data?.outcome === 'done') router.refresh();
  };
  const ready = reason.trim() !== '' && run.isIdle;
  return (
    <Dialog open onOpenChange={(open) => !open && close()}>
      <DialogContent>
        <form
          className="contents"
          onSubmit={(event) => {
            event.preventDefault();
            if (ready) run.mutate({ reason: reason.trim(), requestId });
          }}
        >
          <DialogBody>
            <DialogTitle>{words.t('diagnostics.enable-title')}</DialogTitle>
            <DialogDescription>{words.t('diagnostics.enable-text')}</DialogDescription>
            <label htmlFor={reasonId} className="mt-3.5 mb-1.25 block font-[550]">
              {words.t('act.reason')}{' '}
              <span className="font-[450] text-ink3">{words.t('act.reason-hint')}</span>
            </label>
            <Input
              id={reasonId}
              value={reason}
              maxLength={500}
              autoComplete="off"
              readOnly={!run.isIdle}
              onChange={(event) => setReason(event.target.value)}
            />
            {naming.field}
            <Answer result={run.data} failed={run.isError} />
          </DialogBody>
          <DialogFoot>
            <DialogClose asChild>
              <Button>{words.t(run.isSuccess ? 'act.close' : 'act.cancel')}</Button>
            </DialogClose>
            {run.isSuccess ? null : (
              <Button type="submit" look="primary" disabled={!ready}>
                {words.t(run.isPending ? 'act.pending' : 'audit.act.enable-events')}
              </Button>
            )}
          </DialogFoot>
        </form>
      </DialogContent>
    </Dialog>
  );
}

function Answer({ result, failed }: { result: ActionResult | undefined; failed: boolean }) {
  const words = useMessages();
  if (!result && !failed) return null;
  const done = result?.outcome === 'done';
  return (
    <p
      role="status"
      className={`mt-3 rounded-[9px] px-3 py-2.25 font-[550] ${done ? 'bg-ok-bg text-ok' : 'bg-late-bg text-late'}`}
    >
      {done
        ? words.t('diagnostics.enable-done')
        : `${words.t(`outcome.short.${result?.outcome ?? 'unknown'}`)}. ${result?.detail ?? ''}`}
    </p>
  );
}
