/**
 * Those in this process who wait for the same lease stand in one line: first come, first served,
 * and only the first one asks the backend. Between processes there is no order.
 */

import type { LeaseProvider } from '../contract.ts';
import { onAbort } from './on-abort.ts';

/** Someone in the line. */
export interface Place {
  /** Whether this is the first one, whose turn it is to ask. */
  isFirst(): boolean;
  /** Resolves when it is worth asking (again): became first, or the lease may have become free. At the latest after `ms`. */
  wait(ms: number, signal: AbortSignal | undefined): Promise<void>;
  /** Leaves the line, with or without the lease. */
  leave(): void;
  /** What the first of the line was answered last; all of the line share it. */
  answer: LineAnswer | undefined;
}

/** A holder that was seen, or why nobody could be. */
export type LineAnswer = { holder: string | undefined } | { failure: unknown };

interface Waiter {
  woken: boolean;
  wake: (() => void) | undefined;
}

interface Line extends Array<Waiter> {
  answer?: LineAnswer | undefined;
}

const lines = new WeakMap<LeaseProvider, Map<string, Line>>();

/** Joins the end of the line for a lease. */
export function join(provider: LeaseProvider, key: string): Place {
  const byKey = lines.get(provider) ?? new Map<string, Line>();
  lines.set(provider, byKey);
  const line: Line = byKey.get(key) ?? [];
  byKey.set(key, line);
  const waiter: Waiter = { woken: false, wake: undefined };
  line.push(waiter);
  return {
    get answer() {
      return line.answer;
    },
    set answer(answer) {
      line.answer = answer;
    },
    isFirst: () => line[0] === waiter,
    wait: (ms, signal) => sleep(waiter, ms, signal),
    leave() {
      const at = line.indexOf(waiter);
      if (at < 0) return;
      line.splice(at, 1);
      if (line.length === 0) byKey.delete(key);
      else if (at === 0) wakeFirst(line);
    },
  };
}

/** Tells the first in line that the lease may be free now. */
export function giveTurn(provider: LeaseProvider, key: string): void {
  const line = lines.get(provider)?.get(key);
  if (line) wakeFirst(line);
}

function wakeFirst(line: Waiter[]): void {
  const [first] = line;
  if (!first) return;
  first.woken = true;
  first.wake?.();
}

function sleep(waiter: Waiter, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    let stopListening: (() => void) | undefined;
    const end = () => {
      clearTimeout(timer);
      stopListening?.();
      waiter.wake = undefined;
      waiter.woken = false;
      resolve();
    };
    const timer = setTimeout(end, ms);
    waiter.wake = end;
    if (waiter.woken || signal?.aborted) end();
    else if (signal) stopListening = onAbort(signal, end);
  });
}
