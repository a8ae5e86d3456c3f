/** Reads a stream of server-sent events as a page would, for tests. */

import type { DeltaMessage, LeaseRow, SnapshotMessage } from '../wire.ts';

export interface StreamEvent {
  id: string;
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into every kind of message.
  data: any;
}

export class EventReader {
  /** What a page would show: the window's rows in order. */
  rows: LeaseRow[] = [];
  matched = 0;
  readonly events: StreamEvent[] = [];
  ended = false;
  bytes = 0;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #text = '';

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader();
  }

  /** Reads to the end, in the background. */
  start(): this {
    void this.#readAll();
    return this;
  }

  /** Events of one kind. */
  of(event: string): StreamEvent[] {
    return this.events.filter((one) => one.event === event);
  }

  async #readAll(): Promise<void> {
    const decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await this.#reader.read();
      if (done) break;
      this.bytes += value.length;
      this.#text += decoder.decode(value, { stream: true });
      const parts = this.#text.split('\n\n');
      this.#text = parts.pop() ?? '';
      for (const part of parts) this.#take(part);
    }
    this.ended = true;
  }

  #take(frame: string): void {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1] ?? '';
    const event = { id: field('id'), event: field('event'), data: JSON.parse(field('data')) };
    this.events.push(event);
    if (event.event === 'snapshot') this.#show(event.data as SnapshotMessage);
    if (event.event === 'delta') this.#change(event.data as DeltaMessage);
  }

  #show({ rows, matched }: SnapshotMessage): void {
    this.rows = rows;
    this.matched = matched;
  }

  #change({ rows = [], moves = [], order, matched }: DeltaMessage): void {
    const byId = new Map(this.rows.map((row) => [row.id, row]));
    for (const row of rows) byId.set(row.id, row);
    for (const [id, expiresAt, renewals] of moves) {
      const row = byId.get(id);
      if (row) byId.set(id, { ...row, expiresAt, renewals });
    }
    const ids = order ?? this.rows.map((row) => row.id);
    this.rows = ids.map((id) => {
      const row = byId.get(id);
      if (!row) throw new Error(`a row was named that was never sent: ${id}`);
      return row;
    });
    this.matched = matched ?? this.matched;
  }
}
