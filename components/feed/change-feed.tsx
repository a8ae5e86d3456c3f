'use client';

import Link from 'next/link';
import { useState } from 'react';
import type { HistoryEntry } from '@/lib/history/entry.ts';
import { entryKey } from '../live/live-view.ts';
import { useMessages } from '../messages/messages-provider.tsx';
import { cn } from '../ui/cn.ts';
import { usePieces } from '../ui/use-pieces.ts';
import { EntryLine } from './entry-line.tsx';

const SHOWN = 40;

/** Changes of owner as they happen. What was there at the first render is not announced as new. */
export function ChangeFeed({
  feed,
  className,
}: {
  feed: readonly HistoryEntry[];
  className?: string;
}) {
  const words = useMessages();
  const [before] = useState(() => new Set(feed.map(entryKey)));
  const shown = feed.slice(0, SHOWN).map((entry) => ({ entry, key: entryKey(entry) }));
  const drawn = usePieces(shown.map(({ key }) => key));
  return (
    <section
      aria-labelledby="feed-title"
      className={cn(
        'card flex flex-col overflow-hidden xl:sticky xl:top-[calc(var(--header)+16px)] xl:max-h-[calc(100dvh-var(--header)-32px)]',
        className,
      )}
    >
      <h2 id="feed-title" className="card-title">
        {words.t('feed.title')}
        <Link href="/history" className="font-[450] text-ink3 hover:text-ink hover:underline">
          {words.t('feed.all')}
        </Link>
      </h2>
      {shown.length === 0 ? (
        <p className="px-4 py-5 text-ink2">{words.t('feed.empty')}</p>
      ) : (
        <ul
          className="fades feed relative overflow-y-auto"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
          tabIndex={0}
          aria-labelledby="feed-title"
          style={{ height: `calc(var(--line-height) * ${shown.length})` }}
        >
          {shown.map(({ entry, key }, index) =>
            drawn.has(key) ? (
              <EntryLine key={key} entry={entry} index={index} fresh={!before.has(key)} />
            ) : null,
          )}
        </ul>
      )}
    </section>
  );
}
