'use client';

import { Inbox, LoaderCircle, Lock, SearchX, Unplug } from 'lucide-react';
import Link from 'next/link';
import { problemOf } from '@/lib/board/query/query-problem.ts';
import { useSummary } from '../live/live-provider.tsx';
import { useMessages } from '../messages/messages-provider.tsx';
import { useDeployment } from '../shell/deployment-provider.tsx';
import { visibleString } from '../text/visible-text.ts';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { problemWords } from './problem-words.ts';

/** Why the table is empty, and what to do about it. */
export function EmptyLeases({
  query,
  held,
  onClear,
}: {
  query: string;
  held: number;
  onClear(): void;
}) {
  const words = useMessages();
  const { trust } = useSummary();
  const { prefixes } = useDeployment();
  if (query !== '') {
    const problem = problemOf(query);
    return (
      <Empty
        icon={<SearchX aria-hidden />}
        title={words.t('empty.filter')}
        actions={<Button onClick={onClear}>{words.t('empty.filter-clear')}</Button>}
      >
        {words.t('empty.filter-text', { total: words.count('leases.count', held) })}
        {problem ? <p className="mt-2 text-ink">{problemWords(problem, words)}</p> : null}
      </Empty>
    );
  }
  if (trust.redis.refused) {
    return (
      <Empty
        icon={<Lock aria-hidden />}
        title={words.t('empty.refused')}
        actions={
          <Button asChild>
            <Link href="/diagnostics">{words.t('empty.diagnostics')}</Link>
          </Button>
        }
      >
        {words.t('empty.refused-text')}
      </Empty>
    );
  }
  if (trust.redis.state !== 'up') {
    return (
      <Empty icon={<Unplug aria-hidden />} title={words.t('empty.redis')}>
        {words.t('empty.redis-text')}
      </Empty>
    );
  }
  if (!trust.events.complete) {
    return <Empty icon={<LoaderCircle aria-hidden />} title={words.t('empty.scanning')} />;
  }
  return (
    <Empty
      icon={<Inbox aria-hidden />}
      title={words.t('empty.none')}
      actions={
        <Button asChild>
          <Link href="/diagnostics">{words.t('empty.diagnostics')}</Link>
        </Button>
      }
    >
      <p>
        {words.rich('empty.none-text', {
          prefix: (
            <span translate="no" className="mono text-ink">
              {prefixes.map(visibleString).join(', ')}
            </span>
          ),
        })}
      </p>
      <p className="mt-2">{words.t('empty.none-check')}</p>
      <p className="mt-2">
        {words.rich('empty.none-demo', {
          command: (
            <code translate="no" className="mono rounded-[4px] bg-line2 px-1 text-ink">
              npm run demo
            </code>
          ),
        })}
      </p>
    </Empty>
  );
}
