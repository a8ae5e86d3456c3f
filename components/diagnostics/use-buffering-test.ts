'use client';

import { useEffect, useState } from 'react';
import { address } from '@/lib/http/address.ts';
import { NO_ROWS, subjectQuery } from '../live/view-query.ts';

export type BufferingTest =
  | { state: 'running' }
  | { state: 'good'; firstMs: number }
  | { state: 'buffered' };

/** A proxy that buffers holds the first message back until the stream ends, or for many seconds. */
const LIMIT_MS = 4000;

/** Opens a second stream for a moment and measures when its first bytes arrive. */
export function useBufferingTest(): BufferingTest {
  const [result, setResult] = useState<BufferingTest>({ state: 'running' });
  useEffect(() => {
    const abort = new AbortController();
    let over = false;
    const finish = (outcome: BufferingTest) => {
      if (over) return;
      over = true;
      setResult(outcome);
      abort.abort();
    };
    const timer = setTimeout(() => finish({ state: 'buffered' }), LIMIT_MS);
    const began = performance.now();
    firstBytes(abort.signal).then(
      () => finish({ state: 'good', firstMs: Math.max(1, Math.round(performance.now() - began)) }),
      () => {},
    );
    return () => {
      over = true;
      clearTimeout(timer);
      abort.abort();
    };
  }, []);
  return result;
}

async function firstBytes(signal: AbortSignal): Promise<void> {
  const response = await fetch(address(`/api/stream?${subjectQuery({ view: NO_ROWS })}`), {
    signal,
  });
  await response.body?.getReader().read();
}
