/** Between an item of the history stream and a {@link HistoryEntry}. */

import { leaseIdOf } from '../keys/lease-id.ts';
import { textOf } from '../keys/text.ts';
import { leaseKeyPrefix } from '../lease/index.ts';
import {
  HISTORY_EVENTS,
  HISTORY_FIELDS,
  HISTORY_SOURCES,
  type HistoryEntry,
  type HistoryEvent,
} from './entry.ts';

const EMPTY = Buffer.alloc(0);

type HistoryField = (typeof HISTORY_FIELDS)[number];

/** When an item was appended, milliseconds on the store's clock: the first half of its id. */
function appendedAt(id: string): number {
  return Number(id.slice(0, id.indexOf('-')));
}

/**
 * Reads one stream item. `null` when it is no history entry: somebody else wrote it, or a version
 * that knows more events than this one.
 */
export function decodeEntry(
  prefix: string,
  id: string,
  item: readonly Buffer[],
): HistoryEntry | null {
  const bytes = (name: HistoryField) => fieldOf(item, name);
  const event = oneOf(HISTORY_EVENTS, bytes('event').toString('latin1'));
  const source = oneOf(HISTORY_SOURCES, bytes('source').toString('latin1'));
  if (!event || !source) return null;
  const redisKey = bytes('key');
  const gap = event === 'gap';
  return {
    id,
    at: numberOrNull(bytes('at')) ?? appendedAt(id),
    leaseId: gap ? null : leaseIdOf(redisKey),
    prefix,
    key: gap ? '' : keyText(prefix, redisKey),
    event,
    from: hasFrom(event) ? textOf(bytes('from')) : null,
    to: hasTo(event) ? textOf(bytes('to')) : null,
    source,
    actor: textOrNull(bytes('actor')),
    reason: textOrNull(bytes('reason')),
    heldForMs: numberOrNull(bytes('held')),
    renewals: numberOrNull(bytes('renewals')),
    fence: textOrNull(bytes('fence')),
  };
}

/** A field's value: where this version writes it, or wherever else it stands; empty when absent. */
function fieldOf(item: readonly Buffer[], name: HistoryField): Buffer {
  const usual = 2 * HISTORY_FIELDS.indexOf(name);
  if (item[usual]?.toString('latin1') === name) return item[usual + 1] ?? EMPTY;
  for (let at = 0; at + 1 < item.length; at += 2) {
    if (item[at]?.toString('latin1') === name) return item[at + 1] ?? EMPTY;
  }
  return EMPTY;
}

/** The lease key as text, without its prefix. */
export function keyText(prefix: string, redisKey: Buffer): string {
  const start = Buffer.byteLength(leaseKeyPrefix(prefix));
  return textOf(redisKey.subarray(start));
}

/** Whether an entry of this kind names an owner before; an owner may be the empty text. */
function hasFrom(event: HistoryEvent): boolean {
  return event !== 'acquired';
}

/** Whether an entry of this kind names an owner after. */
function hasTo(event: HistoryEvent): boolean {
  return event === 'acquired' || event === 'transferred' || event === 'gap';
}

function oneOf<T extends string>(values: readonly T[], text: string): T | null {
  return values.find((value) => value === text) ?? null;
}

function textOrNull(bytes: Buffer): string | null {
  return bytes.length > 0 ? textOf(bytes) : null;
}

function numberOrNull(bytes: Buffer): number | null {
  if (bytes.length === 0) return null;
  const value = Number(bytes.toString('latin1'));
  return Number.isFinite(value) ? value : null;
}
