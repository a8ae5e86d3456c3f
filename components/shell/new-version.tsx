'use client';

import { useState } from 'react';
import { useSummary } from '../live/live-provider.tsx';
import { useMessages } from '../messages/messages-provider.tsx';
import { Button } from '../ui/button.tsx';

/** Says that the server is of another build than this page, and offers to reload; it reloads nothing by itself. */
export function NewVersion({ build }: { build: string }) {
  const words = useMessages();
  const standing = useSummary();
  // What the server renders later is of its own build; the script in the browser is the first one's.
  const [own] = useState(build);
  if (standing.build === own) return null;
  return (
    <div
      role="status"
      className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-accent-bg px-5.5 py-1.5 text-ink max-md:px-3.5"
    >
      <span className="min-w-0 text-pretty">{words.t('banner.new-version')}</span>
      <Button size="sm" onClick={() => window.location.reload()}>
        {words.t('banner.reload')}
      </Button>
    </div>
  );
}
