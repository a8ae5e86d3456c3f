/** Where one page of history ends and the next begins. */

import { redisKeyOf } from '../keys/lease-id.ts';
import { BAD_CURSOR } from '../platform/error-code.ts';
import type { HistoryEntry } from './entry.ts';
import { compareIds } from './entry-index.ts';

/** A cursor that no page ever answered. */
export class HistoryCursorError extends Error {
  override name = 'HistoryCursorError';
  readonly code = BAD_CURSOR;
}

/** An entry's place among those of all prefixes. */
type Position = Pick<HistoryEntry, 'id' | 'prefix'>;

/** Orders entries by age; negative: `a` is older. */
export function compareEntries(a: Position, b: Position): number {
  return compareIds(a.id, b.id) || (a.prefix < b.prefix ? -1 : Number(a.prefix > b.prefix));
}

const CURSOR = /^(mem-\d+|\d+-\d+)~([\s\S]*)$/;

/** The cursor of the page after this entry; `null` after none. */
export function cursorOf(entry: Position | undefined): string | null {
  return entry ? Buffer.from(`${entry.id}~${entry.prefix}`).toString('base64url') : null;
}

/** Where a cursor stands. @throws HistoryCursorError when it is none of ours. */
export function positionOf(cursor: string): Position {
  const bytes = redisKeyOf(cursor);
  const [, id, prefix] = CURSOR.exec(bytes ? Buffer.from(bytes).toString() : '') ?? [];
  if (id === undefined || prefix === undefined)
    throw new HistoryCursorError('cursor is not one of ours');
  return { id, prefix };
}
