'use client';

import { useEffect, useState } from 'react';
import type { ActionResult } from '@/lib/admin/action.ts';
import type { LeaseRow } from '@/lib/board/wire.ts';
import { useLive } from '../live/live-provider.tsx';
import { useMessages } from '../messages/messages-provider.tsx';
import type { PlainKey } from '../messages/translate.ts';
import { cn } from '../ui/cn.ts';
import type { DialogAction } from './actions.ts';
import { hasSameOwner } from './same-owner.ts';
import { useCurrentLease } from './use-current-lease.ts';

const STEPS: Partial<Record<DialogAction, readonly PlainKey[]>> = {
  stop: ['step.asked', 'step.aborted', 'step.free'],
  transfer: ['step.handed-over', 'step.adopted'],
};

/** How far an act that takes several steps has come, as it happens. */
export function ActionSteps({
  act,
  row,
  result,
}: {
  act: DialogAction;
  row: LeaseRow;
  result: ActionResult | null;
}) {
  const words = useMessages();
  const { clock } = useLive();
  const steps = STEPS[act];
  const now = useCurrentLease(row);
  const left = now === null || (now !== undefined && !hasSameOwner(now, row));
  const done = stepsDone(act, result, left);
  const [asked] = useState(() => clock.now());
  const [times, setTimes] = useState<readonly number[]>([]);
  useEffect(() => {
    setTimes((old) =>
      old.length >= done
        ? old
        : [...old, ...Array.from({ length: done - old.length }, () => clock.now() - asked)],
    );
  }, [done, clock, asked]);
  if (!steps) return null;
  return (
    <ol className="flex text-sm">
      {steps.map((step, index) => {
        const reached = index < done;
        const after = times[index];
        return (
          <li
            key={step}
            className={cn(
              'num flex-1 border-t-2 border-line pt-1.5 text-ink3 transition-colors',
              reached && 'border-ok-fill text-ink',
            )}
          >
            {words.t(step)}
            {reached && index > 0 && after !== undefined ? (
              <span className="text-ink3">
                {' '}
                +{words.t('time.ms', { n: Math.max(1, Math.round(after)) })}
              </span>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}

function stepsDone(act: DialogAction, result: ActionResult | null, left: boolean): number {
  if (act === 'stop') {
    if (result?.outcome === 'done') return 3;
    return left ? 2 : 1;
  }
  if (result?.outcome === 'done') return 2;
  return left || result?.outcome === 'not-adopted' ? 1 : 0;
}
