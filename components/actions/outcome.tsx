'use client';

import { CircleAlert, CircleCheck, CircleHelp, LoaderCircle } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import type { ActionOutcome, ActionResult } from '@/lib/admin/action.ts';
import type { LeaseRow } from '@/lib/board/wire.ts';
import { parseOwner } from '@/lib/keys/owner.ts';
import { shortRun } from '../leases/owner-tag.tsx';
import { useMessages } from '../messages/messages-provider.tsx';
import { UntrustedText } from '../text/untrusted-text.tsx';
import { cn } from '../ui/cn.ts';
import { ActionSteps } from './action-steps.tsx';
import type { DialogAction } from './actions.ts';
import { hasSameOwner } from './same-owner.ts';
import { useCurrentLease } from './use-current-lease.ts';

type Look = 'ok' | 'late' | 'bad';

const LOOK: Record<ActionOutcome, Look> = {
  done: 'ok',
  'already-free': 'ok',
  'owner-changed': 'late',
  ignored: 'late',
  'not-adopted': 'late',
  'not-allowed': 'bad',
  unknown: 'bad',
};

const CLASSES: Record<Look, string> = {
  ok: 'bg-ok-bg text-ok',
  late: 'bg-late-bg text-late',
  bad: 'bg-bad-bg text-bad',
};

/** What came of an act, as what it was: done, refused, or not known. */
export function Outcome({
  act,
  row,
  result,
  looking,
  pending,
}: {
  act: DialogAction;
  row: LeaseRow;
  result: ActionResult | null;
  /** Whether the truth of an answer that did not come is being looked for. */
  looking: boolean;
  pending: boolean;
}) {
  const words = useMessages();
  const now = useCurrentLease(row);
  const taker = now && !hasSameOwner(now, row) ? now.owner : null;
  if (!pending && !result) return null;
  return (
    <div aria-live="polite" className="mt-4">
      <ActionSteps act={act} row={row} result={result} />
      {result ? (
        <div
          className={cn(
            'mt-3 flex gap-2.5 rounded-[9px] px-3 py-2.5',
            CLASSES[LOOK[result.outcome]],
          )}
        >
          <Icon look={LOOK[result.outcome]} />
          <div className="min-w-0">
            <p className="font-[600]">{outcomeSentence(act, result, taker, words)}</p>
            {result.detail ? <p className="mt-0.5">{result.detail}</p> : null}
            {result.auditId ? (
              <Link
                href={`/audit?id=${encodeURIComponent(result.auditId)}`}
                className="mt-0.5 inline-block underline underline-offset-2"
              >
                {words.t('act.in-audit')}
              </Link>
            ) : null}
          </div>
        </div>
      ) : null}
      {result && !looking ? null : (
        <p className="mt-3 flex items-center gap-2 text-ink2">
          <LoaderCircle
            aria-hidden
            className="size-3.5 shrink-0 animate-[turn_900ms_linear_infinite]"
          />
          {words.t(result ? 'act.looking' : 'act.waiting')}
        </p>
      )}
    </div>
  );
}

function Icon({ look }: { look: Look }) {
  const classes = 'mt-0.5 size-4 shrink-0';
  if (look === 'ok') return <CircleCheck aria-hidden className={classes} />;
  if (look === 'late') return <CircleAlert aria-hidden className={classes} />;
  return <CircleHelp aria-hidden className={classes} />;
}

function outcomeSentence(
  act: DialogAction,
  { outcome, owner }: ActionResult,
  /** Who has taken the lease since. */
  taker: string | null,
  words: ReturnType<typeof useMessages>,
): ReactNode {
  if (outcome === 'done' && taker !== null && act !== 'transfer' && act !== 'hold') {
    return words.rich(`act.${act}.done-taken`, { owner: <ShortOwner owner={taker} /> });
  }
  if (outcome === 'done') return words.t(`act.${act}.done`);
  if (outcome === 'owner-changed' && owner !== null) {
    return words.rich('outcome.owner-changed', {
      owner: <ShortOwner owner={owner} />,
    });
  }
  if (outcome === 'owner-changed') return words.t('outcome.owner-changed-free');
  return words.t(`outcome.${outcome}`);
}

function ShortOwner({ owner }: { owner: string }) {
  return <UntrustedText mono text={shortRun(parseOwner(owner).runId)} />;
}
