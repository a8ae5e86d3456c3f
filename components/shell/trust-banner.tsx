'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import { address } from '@/lib/http/address.ts';
import { useLinkState, useLive, useSummary } from '../live/live-provider.tsx';
import { useMessages } from '../messages/messages-provider.tsx';
import { duration, roughDuration } from '../time/duration.ts';
import { Ticking } from '../time/ticking.tsx';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { useBrowserLevel } from './browser-level.ts';

/** Says over the whole page that what is shown is no longer certain, since when, and what to do. */
export function TrustBanner() {
  const words = useMessages();
  const { link } = useLive();
  const { mode, refused } = useLinkState();
  const level = useBrowserLevel();
  const { trust } = useSummary();

  if (mode === 'signed-out') {
    return (
      <Banner
        tone="bad"
        action={
          <Button asChild size="sm">
            <a href={address('/sign-in')}>{words.t('banner.sign-in')}</a>
          </Button>
        }
      >
        {words.t('banner.signed-out')}
      </Banner>
    );
  }
  if (level !== 'good') {
    const silence = () => {
      // Nothing heard at all: since the page was opened, where that clock began.
      const silentMs = performance.now() - (link.state.heardAt ?? 0);
      return words.t('banner.server', { time: roughDuration(silentMs, words) });
    };
    return (
      <Banner
        tone={level === 'bad' ? 'bad' : 'late'}
        action={
          <Button size="sm" onClick={() => link.retry()}>
            {words.t('banner.retry')}
          </Button>
        }
      >
        <Ticking text={silence} />
      </Banner>
    );
  }
  if (trust.redis.state === 'down' && trust.redis.refused) {
    return (
      <Banner tone="bad" action={<WhyLink>{words.t('banner.refused-why')}</WhyLink>}>
        {words.t('banner.refused')}
      </Banner>
    );
  }
  if (trust.redis.state === 'down') {
    return (
      <Banner tone="bad">
        <Ticking
          text={(now) =>
            words.t('banner.redis', { time: duration(now - trust.redis.since, words) })
          }
        />
      </Banner>
    );
  }
  if (refused) return <Banner tone="late">{words.t('banner.search')}</Banner>;
  if (trust.events.mode === 'sampling') {
    return (
      <Banner tone="late" action={<WhyLink>{words.t('banner.why')}</WhyLink>}>
        {words.t('banner.sampling', { time: roughDuration(trust.events.periodMs ?? 0, words) })}
      </Banner>
    );
  }
  return null;
}

function WhyLink({ children }: { children: ReactNode }) {
  return (
    <Link href="/diagnostics" className="font-[550] underline underline-offset-2">
      {children}
    </Link>
  );
}

function Banner({
  tone,
  action,
  children,
}: {
  tone: 'bad' | 'late';
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div
      role="status"
      className={cn(
        'flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-5.5 py-1.5 max-md:px-3.5',
        tone === 'bad' ? 'bg-bad-bg text-bad' : 'bg-late-bg text-late',
      )}
    >
      <span className="min-w-0 font-[550]">{children}</span>
      {action}
    </div>
  );
}
