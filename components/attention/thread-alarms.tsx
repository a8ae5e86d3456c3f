'use client';

import Link from 'next/link';
import { parseLeaseKey } from '@/lib/keys/lease-key.ts';
import type { LooseAlarm } from '@/lib/runs/run-view.ts';
import { shortRun } from '../leases/owner-tag.tsx';
import { useMessages } from '../messages/messages-provider.tsx';
import { UntrustedText } from '../text/untrusted-text.tsx';
import { Moment } from '../time/moment.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Shape } from '../ui/shape.tsx';
import { AttentionItem } from './attention-item.tsx';

/** Alarms that are spelled out; the others are counted. */
const SPELLED_OUT = 3;

/** What is wrong on threads that nobody holds, each with what to do about it. */
export function ThreadAlarms({ alarms }: { alarms: readonly LooseAlarm[] }) {
  const words = useMessages();
  const more = alarms.length - SPELLED_OUT;
  return (
    <>
      {alarms.slice(0, SPELLED_OUT).map((alarm) => (
        <LooseNeed key={alarm.id} alarm={alarm} />
      ))}
      {more > 0 ? <li className="px-4 py-2 text-ink2">{words.count('needs.more', more)}</li> : null}
    </>
  );
}

function LooseNeed({ alarm }: { alarm: LooseAlarm }) {
  const words = useMessages();
  const { id, threadKey, view, since, process } = alarm;
  const ghost = view.state === 'ghost';
  const { title } = parseLeaseKey(threadKey);
  const page = `/leases/${id}`;
  const thread = (
    <Link href={page} prefetch={false} className="hover:underline">
      <UntrustedText text={title} max={40} />
    </Link>
  );
  const run = <UntrustedText mono text={shortRun(view.ghostRunId ?? '?')} className="text-ink" />;
  return (
    <AttentionItem
      chip={
        <Chip tone={ghost ? 'odd' : 'bad'} icon={<Shape of={ghost ? 'diamond' : 'circle'} />}>
          {words.t(ghost ? 'needs.loose-ghost-chip' : 'needs.loose-lost-chip')}
        </Chip>
      }
      actions={
        <Button asChild>
          <Link href={page} prefetch={false}>
            {words.t('needs.open')}
          </Link>
        </Button>
      }
    >
      {ghost
        ? words.rich('needs.loose-ghost', {
            thread,
            run,
            process: (
              <b>
                <UntrustedText text={process?.label ?? words.t('processes.unknown')} max={24} />
              </b>
            ),
          })
        : null}
      {view.lost > 0 ? (
        <>
          {ghost ? ' ' : null}
          {words.rich('needs.loose-lost', {
            thread,
            messages: words.count('needs.lost', view.lost),
            when: <Moment at={since} className="num" />,
          })}
          {view.countsAreAtLeast ? ` ${words.t('needs.at-least')}` : null}
        </>
      ) : null}
    </AttentionItem>
  );
}
