'use client';

import { Pause, Play } from 'lucide-react';
import { useMessages } from '../messages/messages-provider.tsx';
import { Button } from '../ui/button.tsx';

/** Keeps what is shown as it is, and lets it go on. */
export function PauseButton({ paused, onPause }: { paused: boolean; onPause(): void }) {
  const words = useMessages();
  return (
    <Button
      size="sm"
      aria-pressed={paused}
      title={words.t(paused ? 'live.resume' : 'live.pause')}
      onClick={onPause}
    >
      {paused ? <Play aria-hidden /> : <Pause aria-hidden />}
      {words.t(paused ? 'live.paused' : 'live.live')}
    </Button>
  );
}
