'use client';

import { CheckCheck, CircleHelp } from 'lucide-react';
import { memo } from 'react';
import { useSummary } from '../live/live-provider.tsx';
import { useMessages } from '../messages/messages-provider.tsx';
import { useBrowserLevel } from '../shell/browser-level.ts';
import { useSettled } from './use-settled.ts';

/** That all is well is said only while it is known. */
export const NoProblems = memo(function NoProblems() {
  const words = useMessages();
  const { trust, counts } = useSummary();
  const late = counts.byHealth.late ?? 0;
  const level = useBrowserLevel();
  const heard = trust.redis.state === 'up' && trust.events.complete && level !== 'bad';
  const settled = useSettled(trust.redis.since);
  const known = heard && settled;
  return (
    <h2
      id="needs-title"
      className="flex flex-wrap items-center gap-x-2 px-4 py-2.5 text-sm [&_svg]:size-3.5 [&_svg]:shrink-0"
    >
      {known ? (
        <CheckCheck aria-hidden className="text-ok" />
      ) : (
        <CircleHelp aria-hidden className="text-ink3" />
      )}
      <span className="font-semibold">
        {words.t(known ? 'needs.none' : heard ? 'needs.looking' : 'needs.unknown')}
      </span>
      <span className="text-ink2">
        {!known
          ? words.t(heard ? 'needs.looking-more' : 'needs.unknown-more')
          : late > 0
            ? words.count('needs.none-late', late)
            : words.t('needs.none-more')}
      </span>
    </h2>
  );
});
