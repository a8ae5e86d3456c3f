/**
 * What a lease key says about the work it guards. Mastra's own keys are known by shape; anything
 * else is `custom`, for the set of kinds is open. Runs in Node and in the browser.
 */

export const LEASE_KINDS = [
  'thread',
  'thread-claim',
  'recovery',
  'execution',
  'step',
  'notification',
  'events',
  'custom',
] as const;

export type LeaseKind = (typeof LEASE_KINDS)[number];

export interface LeaseName {
  kind: LeaseKind;
  /** Whose thread it is; `null` where the kind has no resource, `''` where a thread has none. */
  resourceId: string | null;
  /** The conversation thread; `null` where the lease guards something else. */
  threadId: string | null;
  /** What to call the lease on screen, never empty; may hold any character, so render it as text. */
  title: string;
  /** The line under the title: resource, agent or kind. May be empty. */
  subtitle: string;
}

const THREAD_CLAIM = 'thread-claim:';
const DURABLE = /^mastra:durable-agent-(recovery|execution):v\d+:/;
const STEP = 'workflow-step-run:';
const NOTIFICATION = 'notification-dispatch:';
const EVENTS = /^platform-([a-z0-9]+)-events:/;
const RECONCILE = ':issue-reconcile';

/** Reads a lease key (the part after `<prefix>:lease:`), given as text. Never throws. */
export function parseLeaseKey(key: string): LeaseName {
  if (key.startsWith(THREAD_CLAIM)) {
    const thread = parseThread(key.slice(THREAD_CLAIM.length));
    if (thread) return { ...thread, kind: 'thread-claim', subtitle: claimOf(thread) };
  }
  const durable = DURABLE.exec(key);
  if (durable) return durableLease(durable[1] as 'recovery' | 'execution', key, durable[0].length);
  if (key.startsWith(STEP)) return other('step', key.slice(STEP.length), 'workflow step');
  if (key.startsWith(NOTIFICATION)) {
    const resourceId = key.slice(NOTIFICATION.length);
    return {
      ...other('notification', resourceId, 'notification dispatch'),
      resourceId: resourceId || null,
    };
  }
  const events = EVENTS.exec(key);
  if (events) return other('events', key.slice(events[0].length), `${events[1]} events`);
  if (key.endsWith(RECONCILE)) {
    return other('events', key.slice(0, -RECONCILE.length), 'issue reconcile');
  }
  return parseThread(key) ?? other('custom', key, '');
}

function parseThread(key: string): LeaseName | null {
  const nul = key.indexOf('\0');
  if (nul < 0) return null;
  const resourceId = key.slice(0, nul);
  const threadId = key.slice(nul + 1);
  return { kind: 'thread', resourceId, threadId, title: threadId || key, subtitle: resourceId };
}

function claimOf(thread: LeaseName): string {
  return thread.subtitle ? `${thread.subtitle} · thread claim` : 'thread claim';
}

function durableLease(kind: 'recovery' | 'execution', key: string, offset: number): LeaseName {
  const parts = stringPair(key.slice(offset));
  if (!parts) return other(kind, key.slice(offset), kind);
  const [agentId, runId] = parts;
  return other(kind, `${kind} of run ${runId}`, agentId);
}

function stringPair(text: string): [string, string] | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value)) return null;
    const [first, second] = value as unknown[];
    return typeof first === 'string' && typeof second === 'string' ? [first, second] : null;
  } catch {
    return null;
  }
}

function other(kind: LeaseKind, title: string, subtitle: string): LeaseName {
  return { kind, resourceId: null, threadId: null, title: title || kind, subtitle };
}
