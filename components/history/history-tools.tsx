'use client';

/** What stands above the history: which events, and exports. */

import { Download } from 'lucide-react';
import { HISTORY_EVENTS } from '@/lib/history/entry.ts';
import { address } from '@/lib/http/address.ts';
import { useMessages } from '../messages/messages-provider.tsx';
import type { TimeSpan } from '../timeline/holds.ts';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';

export function EventFilter({
  event,
  onEvent,
}: {
  event: (typeof HISTORY_EVENTS)[number] | null;
  onEvent(event: (typeof HISTORY_EVENTS)[number] | null): void;
}) {
  const words = useMessages();
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{words.t('history.events')}</legend>
      {HISTORY_EVENTS.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={event === one}
          onClick={() => onEvent(event === one ? null : one)}
          className={cn(
            'min-h-7.5 rounded-full border border-line bg-panel px-3 text-sm text-ink2 hover:border-edge/60 hover:text-ink',
            event === one && 'border-accent bg-accent-bg text-accent',
          )}
        >
          {words.t(`event.${one}`)}
        </button>
      ))}
    </fieldset>
  );
}

export function ExportLinks({
  find,
  event,
  range,
}: {
  find: string;
  event: string | null;
  range: TimeSpan | null;
}) {
  const words = useMessages();
  const query = new URLSearchParams();
  if (find) query.set('q', find);
  if (event) query.set('event', event);
  if (range) query.set('since', String(range.from));
  if (range) query.set('until', String(range.to));
  return (
    <>
      {(['csv', 'ndjson'] as const).map((format) => (
        <Button key={format} asChild size="sm">
          <a href={address(`/api/history/export?${query}&format=${format}`)} download>
            <Download aria-hidden />
            {words.t(`export.${format}`)}
          </a>
        </Button>
      ))}
    </>
  );
}
