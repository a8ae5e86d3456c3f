/** Between an item of the history stream and a {@link HistoryEntry}. */

import { appendedAt, cutTextOf, LONGEST_KEY_BYTES, timeOrNull } from '../keys/foreign-values.ts';
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

/** Owners are written with at most 512 bytes, and reasons with 500 characters. */
const LONGEST_TEXT_BYTES = 2048;

/**
 * Reads one stream item, long texts cut. `null` when it is no history entry: somebody else wrote it,
 * or a version that knows more events than this one.
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
  if (gap && !(isTime(bytes('from')) && isTime(bytes('to')))) return null;
  if (redisKey.length > LONGEST_KEY_BYTES) return null;
  return {
    id,
    at: timeOf(bytes('at')) ?? appendedAt(id),
    leaseId: gap ? null : leaseIdOf(redisKey),
    prefix,
    key: gap ? '' : keyText(prefix, redisKey),
    event,
    from: hasFrom(event) ? cutTextOf(bytes('from'), LONGEST_TEXT_BYTES) : null,
    to: hasTo(event) ? cutTextOf(bytes('to'), LONGEST_TEXT_BYTES) : null,
    source,
    actor: textOrNull(bytes('actor')),
    reason: textOrNull(bytes('reason')),
    heldForMs: timeOf(bytes('held')),
    renewals: timeOf(bytes('renewals')),
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
  return bytes.length > 0 ? cutTextOf(bytes, LONGEST_TEXT_BYTES) : null;
}

/** A time or a count; `null` where there is none that `Date` and a page can show. */
function timeOf(bytes: Buffer): number | null {
  if (bytes.length === 0 || bytes.length > 32) return null;
  return timeOrNull(Number(bytes.toString('latin1')));
}

function isTime(bytes: Buffer): boolean {
  return timeOf(bytes) !== null;
}
