'use client';

import type { LeaseRow } from '@/lib/board/wire.ts';
import { useMessages } from '../messages/messages-provider.tsx';
import { visibleString } from '../text/visible-text.ts';
import { Ticking } from '../time/ticking.tsx';
import { Chip } from '../ui/chip.tsx';
import { Shape } from '../ui/shape.tsx';
import { type LeaseStatus, leaseStatusOf } from './lease-status.ts';

/** What a lease's run is doing or what is wrong with it, in one chip. */
export function LeaseStatusChip({
  row,
  standing = leaseStatusOf(row),
  className,
}: {
  row: LeaseRow;
  standing?: LeaseStatus;
  className?: string;
}) {
  const words = useMessages();
  return (
    <Chip
      tone={standing.tone}
      icon={standing.shape && <Shape of={standing.shape} />}
      title={standing.explain(words)}
      className={className}
    >
      <Ticking text={(now) => visibleString(standing.text(now, words))} />
    </Chip>
  );
}
