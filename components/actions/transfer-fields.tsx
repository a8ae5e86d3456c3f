'use client';

import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { LeaseRow } from '@/lib/board/wire.ts';
import { processColour } from '../leases/owner-colour.ts';
import { useMessages } from '../messages/messages-provider.tsx';
import { UntrustedText } from '../text/untrusted-text.tsx';
import { Button } from '../ui/button.tsx';
import type { ActionChoice } from './actions.ts';
import { useActions } from './actions-context.ts';
import { useReportChoice } from './use-report-choice.ts';

/** Who can be handed a lease: processes that say they adopt. Where there is none, a hold is what is left. */
export function TransferFields({
  row,
  onChoice,
}: {
  row: LeaseRow;
  onChoice(choice: ActionChoice): void;
}) {
  const words = useMessages();
  const name = useId();
  const { actions, open, may } = useActions();
  const [to, setTo] = useState<string | null>(null);
  const { data, isPending } = useQuery({
    queryKey: ['transfer-targets'],
    queryFn: () => actions.targets(),
    staleTime: 0,
  });
  const ttlMs = row.ttlMs ?? undefined;
  useReportChoice(to === null ? { ready: false } : { ready: true, to, ttlMs }, onChoice);
  const targets = (data ?? []).filter((target) => target.owner !== row.owner);

  if (isPending) return <p className="mt-3 text-ink2">{words.t('act.transfer.looking')}</p>;
  if (targets.length === 0) {
    return (
      <div className="mt-3 rounded-[9px] border border-line bg-bg px-3 py-2.25 text-[12.5px] text-ink2">
        <p>{words.t('act.transfer.nobody')}</p>
        {may('hold') ? (
          <Button size="sm" className="mt-2" onClick={() => open('hold', row)}>
            {words.t('act.transfer.hold-instead')}
          </Button>
        ) : null}
      </div>
    );
  }
  return (
    <fieldset className="mt-3.5">
      <legend className="mb-1.5 font-[550]">{words.t('act.transfer.to')}</legend>
      <div className="max-h-60 space-y-1.5 overflow-y-auto">
        {targets.map((target) => (
          <label
            key={target.owner}
            className="flex min-h-9 items-center gap-2.5 rounded-[8px] border border-line px-2.5 py-1 has-checked:border-accent has-checked:bg-accent-bg"
          >
            <input
              type="radio"
              name={name}
              className="accent-(--accent)"
              checked={to === target.owner}
              onChange={() => setTo(target.owner)}
            />
            <span
              aria-hidden="true"
              className="size-2 rounded-[2.5px]"
              style={{ background: processColour(target.owner) }}
            />
            <UntrustedText text={target.label} max={28} className="font-[550]" />
            <span className="truncate text-ink3">
              {[target.host, target.pid === null ? null : words.t('lease.pid', { pid: target.pid })]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <span className="num ml-auto shrink-0 text-ink2">
              {words.count('act.transfer.holds', target.holds)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
