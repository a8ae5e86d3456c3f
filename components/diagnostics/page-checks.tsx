'use client';

import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLinkState, useLive } from '../live/live-provider.tsx';
import { useMessages } from '../messages/messages-provider.tsx';
import { exactDuration } from '../time/duration.ts';
import { Ticking, useTick } from '../time/ticking.tsx';
import { Chip } from '../ui/chip.tsx';
import { clockOffsetMs } from './clock-offset.ts';
import { useBufferingTest } from './use-buffering-test.ts';

/** What only the browser can tell: how the stream arrives, and how far this machine's clock is off. */
export function PageChecks() {
  const words = useMessages();
  const buffering = useBufferingTest();
  const { mode } = useLinkState();
  const icon = {
    running: <LoaderCircle aria-hidden className="animate-[turn_900ms_linear_infinite]" />,
    good: <CircleCheck aria-hidden />,
    late: <CircleAlert aria-hidden />,
  };
  return (
    <section aria-label={words.t('diagnostics.browser')} className="card overflow-hidden">
      <h2 className="card-title">{words.t('diagnostics.browser')}</h2>
      <ul>
        <Check
          chip={
            <Chip
              tone={
                buffering.state === 'running' ? 'idle' : buffering.state === 'good' ? 'ok' : 'risk'
              }
              icon={icon[buffering.state === 'buffered' ? 'late' : buffering.state]}
            >
              {words.t(
                buffering.state === 'running'
                  ? 'diagnostics.running'
                  : buffering.state === 'good'
                    ? 'diagnostics.good'
                    : 'diagnostics.problem',
              )}
            </Chip>
          }
          title={words.t('diagnostics.stream')}
        >
          {buffering.state === 'running'
            ? words.t('diagnostics.stream-running')
            : buffering.state === 'good'
              ? words.t('diagnostics.stream-good', { n: buffering.firstMs })
              : words.t('diagnostics.stream-bad')}{' '}
          {mode === 'asking' ? words.t('trust.browser.asking') : null}
        </Check>
        <ClockCheck />
      </ul>
    </section>
  );
}

function ClockCheck() {
  const words = useMessages();
  const { clock } = useLive();
  const [off, setOff] = useState(false);
  useTick((now) => setOff(Math.abs(clockOffsetMs(now, Date.now())) > 2000));
  return (
    <Check
      chip={
        <Chip
          tone={off ? 'late' : 'ok'}
          icon={off ? <CircleAlert aria-hidden /> : <CircleCheck aria-hidden />}
        >
          {words.t(off ? 'diagnostics.note' : 'diagnostics.good')}
        </Chip>
      }
      title={words.t('diagnostics.clock')}
    >
      <Ticking
        text={() => {
          const offset = clockOffsetMs(clock.now(), Date.now());
          return words.t(offset < 0 ? 'diagnostics.clock-ahead' : 'diagnostics.clock-behind', {
            time: exactDuration(Math.abs(offset), words),
          });
        }}
      />
    </Check>
  );
}

function Check({ chip, title, children }: { chip: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="grid gap-x-4 gap-y-1.5 border-b border-line2 px-4 py-3 last:border-0 md:grid-cols-[110px_minmax(0,1fr)]">
      <span>{chip}</span>
      <div className="min-w-0">
        <h3 className="font-semibold">{title}</h3>
        <p className="num max-w-[80ch] text-pretty text-ink2">{children}</p>
      </div>
    </li>
  );
}
