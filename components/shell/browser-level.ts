'use client';

import { useState } from 'react';
import { useLinkState, useLive } from '../live/live-provider.tsx';
import { useTick } from '../time/ticking.tsx';
import { browserLevel, type Level } from './trust-facts.ts';

/** How well this page hears the server. Renders only when the answer changes, not as time passes. */
export function useBrowserLevel(): Level {
  const { link } = useLive();
  useLinkState();
  const [, setLevel] = useState<Level>('good');
  useTick(() => setLevel(browserLevel(link.state, performance.now())));
  return browserLevel(link.state, typeof performance === 'undefined' ? 0 : performance.now());
}
