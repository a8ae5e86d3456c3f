'use client';

import { useState } from 'react';
import type { LeaseRow } from '@/lib/board/wire.ts';
import { useMessages } from '../messages/messages-provider.tsx';
import type { PlainKey } from '../messages/translate.ts';
import type { ActionChoice } from './actions.ts';
import { isAlive } from './owner-alive.ts';
import { isTyped, TypedName } from './typed-name.tsx';
import { useReportChoice } from './use-report-choice.ts';

/** Releasing what a living owner holds wants the thread's id typed: it stops nothing and can start a second run. */
export function ReleaseFields({
  row,
  onChoice,
}: {
  row: LeaseRow;
  onChoice(choice: ActionChoice): void;
}) {
  const words = useMessages();
  const [typed, setTyped] = useState('');
  const alive = isAlive(row);
  useReportChoice({ ready: !alive || isTyped(row, typed) }, onChoice);
  if (!alive) return null;
  return (
    <>
      <p className="mt-3 rounded-[9px] bg-risk-bg px-3 py-2.25 text-[12.5px] text-risk">
        {words.t(warningFor(row))}
      </p>
      <TypedName row={row} typed={typed} onType={setTyped} />
    </>
  );
}

/** A run that waits for a person hears no stop: releasing it is what is left. */
function warningFor({ kind, run }: LeaseRow): PlainKey {
  if (kind !== 'thread') return 'act.release.alive-other';
  return run?.state === 'waiting-for-person' ? 'act.release.waiting' : 'act.release.safer';
}
