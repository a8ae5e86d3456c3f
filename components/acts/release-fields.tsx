'use client';

import { useId, useState } from 'react';
import { parseLeaseKey } from '@/lib/keys/lease-key.ts';
import type { LeaseRow } from '@/lib/observe/wire.ts';
import { useMessages } from '../messages/messages-provider.tsx';
import { visibleString } from '../text/visible-text.ts';
import { Input } from '../ui/input.tsx';
import type { ActChoice } from './actions.ts';
import { isAlive } from './owner-alive.ts';
import { useChoice } from './use-choice.ts';

/** Releasing what a living owner holds wants the thread's id typed: it stops nothing and can start a second run. */
export function ReleaseFields({
  row,
  onChoice,
}: {
  row: LeaseRow;
  onChoice(choice: ActChoice): void;
}) {
  const words = useMessages();
  const id = useId();
  const [typed, setTyped] = useState('');
  const alive = isAlive(row);
  const wanted = visibleString(parseLeaseKey(row.key).title).slice(0, 80);
  useChoice({ ready: !alive || typed.trim() === wanted.trim() }, onChoice);
  if (!alive) return null;
  return (
    <>
      <p className="mt-3 rounded-[9px] bg-risk-bg px-3 py-2.25 text-[12.5px] text-risk">
        {words.t(row.kind === 'thread' ? 'act.release.safer' : 'act.release.alive-other')}
      </p>
      <label htmlFor={id} className="mt-3.5 mb-1.25 block font-[550]">
        {words.rich('act.release.type', {
          thread: <bdi className="mono rounded-[4px] bg-line2 px-1">{wanted}</bdi>,
        })}
      </label>
      <Input
        id={id}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
      />
    </>
  );
}
