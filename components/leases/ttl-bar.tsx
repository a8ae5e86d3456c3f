'use client';

import { useRef } from 'react';
import type { LeaseRow } from '@/lib/board/wire.ts';
import { useLive } from '../live/live-provider.tsx';
import { useMessages } from '../messages/messages-provider.tsx';
import { exactDuration } from '../time/duration.ts';
import { useTick } from '../time/ticking.tsx';
import { writeText } from '../time/write-text.ts';
import { cn } from '../ui/cn.ts';
import { missedRenewals, renewalTicks, ttlFraction } from './ttl.ts';

const FILL = ['var(--ok-fill)', 'var(--late-fill)', 'var(--risk-fill)'] as const;

/**
 * The remaining time as a bar and a number, with a tick where each renewal is due. Both are
 * written at every tick of the page's one timer; nothing renders.
 */
export function TtlBar({ row, className }: { row: LeaseRow; className?: string }) {
  const words = useMessages();
  const { deadlines, clock } = useLive();
  const fill = useRef<HTMLSpanElement>(null);
  const label = useRef<HTMLSpanElement>(null);
  const expiresAtNow = () => {
    const moved = deadlines.get(row.id);
    return moved ? moved.expiresAt : row.expiresAt;
  };

  useTick((now) => {
    const expiresAt = expiresAtNow();
    if (!fill.current || !label.current || expiresAt === null) return;
    const remaining = expiresAt - now;
    fill.current.style.transform = `scaleX(${ttlFraction(row, remaining)})`;
    fill.current.style.backgroundColor = FILL[missedRenewals(row, remaining)];
    writeText(label.current, exactDuration(remaining, words));
  });

  if (row.expiresAt === null) {
    return <span className="text-sm font-[550] text-bad">{words.t('table.no-expiry')}</span>;
  }
  const remaining = row.expiresAt - clock.now();
  return (
    <span className={cn('flex items-center gap-2.25', className)}>
      <span aria-hidden="true" className="relative h-1.5 min-w-12 flex-1 rounded-[4px] bg-line2">
        <span className="absolute inset-0 overflow-hidden rounded-[4px]">
          <span
            ref={fill}
            suppressHydrationWarning
            className="absolute inset-0 origin-left rounded-[4px]"
            style={{
              transform: `scaleX(${ttlFraction(row, remaining)})`,
              backgroundColor: FILL[missedRenewals(row, remaining)],
            }}
          />
        </span>
        {renewalTicks(row).map((at) => (
          <span
            key={at}
            className="absolute -top-0.75 h-3 w-[1.5px] bg-ink3/45"
            style={{ left: `${at * 100}%` }}
          />
        ))}
      </span>
      <span
        ref={label}
        suppressHydrationWarning
        className="mono num h-lh w-15.5 shrink-0 text-right whitespace-nowrap contain-strict"
      >
        {exactDuration(remaining, words)}
      </span>
    </span>
  );
}
