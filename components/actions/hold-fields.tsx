'use client';

import { useId, useState } from 'react';
import type { LeaseRow } from '@/lib/board/wire.ts';
import { useMessages } from '../messages/messages-provider.tsx';
import type { ActionChoice } from './actions.ts';
import { isAlive } from './owner-alive.ts';
import { isTyped, TypedName } from './typed-name.tsx';
import { useReportChoice } from './use-report-choice.ts';

const SECONDS = [30, 60, 300, 900] as const;

/**
 * How long every process is kept off the thread. It takes a living run's lease away as a release
 * does, so it is guarded in the same way.
 */
export function HoldFields({
  row,
  onChoice,
}: {
  row: LeaseRow;
  onChoice(choice: ActionChoice): void;
}) {
  const words = useMessages();
  const name = useId();
  const [seconds, setSeconds] = useState<number>(60);
  const [typed, setTyped] = useState('');
  const alive = isAlive(row);
  useReportChoice({ ready: !alive || isTyped(row, typed), ttlMs: seconds * 1000 }, onChoice);
  return (
    <>
      <p className="mt-3 rounded-[9px] bg-late-bg px-3 py-2.25 text-[12.5px] text-late">
        {words.t('act.hold.warning')}
      </p>
      {alive ? (
        <p className="mt-2 rounded-[9px] bg-risk-bg px-3 py-2.25 text-[12.5px] text-risk">
          {words.t(row.kind === 'thread' ? 'act.hold.alive' : 'act.release.alive-other')}
        </p>
      ) : null}
      <fieldset className="mt-3.5">
        <legend className="mb-1.5 font-[550]">{words.t('act.hold.for')}</legend>
        <div className="flex flex-wrap gap-2">
          {SECONDS.map((option) => (
            <label
              key={option}
              className="flex min-h-7.5 items-center gap-2 rounded-[7px] border border-line px-2.5 has-checked:border-accent has-checked:bg-accent-bg"
            >
              <input
                type="radio"
                name={name}
                className="accent-(--accent)"
                checked={seconds === option}
                onChange={() => setSeconds(option)}
              />
              {option < 60
                ? words.t('unit.s', { n: option })
                : words.t('unit.m', { n: option / 60 })}
            </label>
          ))}
        </div>
      </fieldset>
      {alive ? <TypedName row={row} typed={typed} onType={setTyped} /> : null}
    </>
  );
}
