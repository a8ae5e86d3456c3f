/** Reading errors, and not waiting for ever for one. */

import { setTimeout as delay } from 'node:timers/promises';

/** The group or its stream was deleted while we read. */
export function isNoGroup(error: unknown): boolean {
  return /NOGROUP|UNBLOCKED/.test(messageOf(error));
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A connection that swallows replies looks like a quiet topic: the read has its own deadline. */
export async function within<T>(reply: Promise<T>, ms: number): Promise<T> {
  const waiting = new AbortController();
  const deadline = delay(ms, undefined, { signal: waiting.signal }).then(
    () => {
      throw new Error(`no reply within ${ms} ms`);
    },
    () => new Promise<never>(() => {}),
  );
  try {
    return await Promise.race([reply, deadline]);
  } finally {
    reply.catch(() => {});
    waiting.abort();
  }
}
