/** Reading the audit trail, newest first, over all prefixes. */

import { z } from 'zod';
import { storeKeys } from '../lease/index.ts';
import { BAD_CURSOR } from '../platform/error-code.ts';
import type { RedisClient } from '../platform/redis-connection.ts';
import { decodeAudit } from './audit-codec.ts';
import type { AuditEntry } from './audit-entry.ts';
import { type AuditQuery, auditMatcher } from './audit-query.ts';
import { within } from './deadline.ts';

export interface AuditPage {
  /** Newest first. */
  entries: AuditEntry[];
  /** Give it as `cursor` for what follows; `null` at the end. */
  next: string | null;
}

/** Thrown for a cursor that no page gave. */
export class AuditCursorError extends Error {
  override name = 'AuditCursorError';
  readonly code = BAD_CURSOR;
}

export interface AuditReaderOptions {
  store: RedisClient;
  prefixes: readonly string[];
  timeoutMs?: number;
}

/** Where to go on: per prefix the id to read below, `null` where it is read to its end. */
type Positions = (string | null)[];

const BATCH = 500;
/** Entries looked through for one page; a page of a rare filter may be empty and go on. */
const LOOKED_THROUGH = 20_000;
const NEWEST = '+';

export class AuditReader {
  readonly #options: AuditReaderOptions;

  constructor(options: AuditReaderOptions) {
    this.#options = options;
  }

  /**
   * One page.
   * @throws AuditCursorError; the client's error or NoAnswerError when the store does not answer.
   */
  async page(query: AuditQuery): Promise<AuditPage> {
    const matches = auditMatcher(query);
    const positions = this.#startOf(query);
    const entries: AuditEntry[] = [];
    let looked = 0;
    for await (const entry of this.#newestFirst(positions, oldestId(query))) {
      if (matches(entry)) entries.push(entry);
      looked += 1;
      if (entries.length >= query.limit || looked >= LOOKED_THROUGH) {
        return { entries, next: cursorOf(positions) };
      }
    }
    return { entries, next: null };
  }

  /** Every entry asked for, newest first; `limit` does not count. */
  async *all(query: AuditQuery): AsyncGenerator<AuditEntry> {
    const matches = auditMatcher(query);
    for await (const entry of this.#newestFirst(this.#startOf(query), oldestId(query))) {
      if (matches(entry)) yield entry;
    }
  }

  /** Merges the prefixes' streams by time; `positions` always says what was given out. */
  async *#newestFirst(positions: Positions, oldest: string): AsyncGenerator<AuditEntry> {
    const heads = await Promise.all(
      this.#options.prefixes.map(async (prefix, at) => {
        const source = this.#stream(prefix, positions[at] ?? null, oldest);
        return { at, source, next: await source.next() };
      }),
    );
    for (;;) {
      let newest: (typeof heads)[number] | null = null;
      for (const head of heads) {
        if (head.next.done) continue;
        if (!newest || newest.next.done || head.next.value.at > newest.next.value.at) newest = head;
      }
      if (!newest || newest.next.done) return;
      const entry = newest.next.value;
      positions[newest.at] = `(${entry.id}`;
      yield entry;
      newest.next = await newest.source.next();
    }
  }

  async *#stream(
    prefix: string,
    from: string | null,
    oldest: string,
  ): AsyncGenerator<AuditEntry, undefined> {
    const { store, timeoutMs = 2000 } = this.#options;
    const key = storeKeys(prefix).audit;
    for (let below = from; below !== null; ) {
      const read = store.xrevrangeBuffer(key, below, oldest, 'COUNT', BATCH);
      const items = await within(timeoutMs, 'reading the audit trail', read);
      for (const [id, fields] of items) {
        const entry = decodeAudit(prefix, id.toString(), fields);
        if (entry) yield entry;
      }
      const last = items.at(-1)?.[0];
      below = last && items.length === BATCH ? `(${last}` : null;
    }
    return undefined;
  }

  #startOf({ cursor, id }: AuditQuery): Positions {
    const { prefixes } = this.#options;
    if (cursor !== undefined) return positionsOf(cursor, prefixes.length);
    return prefixes.map(() => id ?? NEWEST);
  }
}

/** An entry may be written later than it happened, never earlier: `since` bounds the ids too. */
function oldestId({ id, since }: AuditQuery): string {
  if (id !== undefined) return id;
  return since === undefined ? '-' : String(since);
}

const positionsSchema = z.array(
  z
    .string()
    .regex(/^(\+|\(\d+-\d+)$/)
    .nullable(),
);

function cursorOf(positions: Positions): string {
  return Buffer.from(JSON.stringify(positions)).toString('base64url');
}

function positionsOf(cursor: string, count: number): Positions {
  try {
    const text = Buffer.from(cursor, 'base64url').toString();
    const positions = positionsSchema.parse(JSON.parse(text));
    if (positions.length === count) return positions;
  } catch {
    // Not one of ours, told below.
  }
  throw new AuditCursorError('cursor: is none of this audit trail');
}
