/** The streams to the browsers: first the view asked for, then what changes in it. */

import type { HistoryEntry } from '../../history/entry.ts';
import type { Board } from '../board.ts';
import type {
  DeltaMessage,
  EndMessage,
  HeartbeatMessage,
  LeaseView,
  SnapshotMessage,
} from '../wire.ts';
import { FeedBuffer } from './feed-buffer.ts';
import { sseFrame } from './sse.ts';
import { ViewReader } from './view-reader.ts';
import { ViewState } from './view-state.ts';

/** Moved deadlines and counts are gathered so long. */
const FLUSH_MS = 200;
/** Changes of owner wait no longer than this. */
const URGENT_MS = 25;
const HEARTBEAT_MS = 5000;
/** Entries of the history in a snapshot. */
const FEED_ENTRIES = 50;
/** Time for bringing views up to date in one go; those left over are next in the next. */
const FLUSH_BUDGET_MS = 15;

/** Where the history feed comes from. */
export interface FeedSource {
  /** The newest entries, newest first. */
  latest(limit: number): HistoryEntry[];
  onEntry(tell: (entry: HistoryEntry) => void): () => void;
}

export interface OpenOptions {
  view: LeaseView;
  /** Show this lease alone. */
  leaseId?: string | undefined;
  /** Aborts when the browser is gone. */
  signal: AbortSignal;
  /** Asked at each heartbeat; the stream ends when it says no. */
  stillAllowed: () => boolean;
}

interface Channel {
  readonly key: string;
  readonly leaseId: string | null;
  readonly state: ViewState;
  readonly readers: Set<ViewReader>;
  readonly feed: FeedBuffer;
}

export class ViewStreams {
  readonly #board: Board;
  readonly #feed: FeedSource;
  readonly #epoch: string;
  readonly #build: string;
  readonly #heartbeatMs: number;
  readonly #channels = new Map<string, Channel>();
  #sequence = 0;
  #stopListening: (() => void)[] = [];
  #flushTimer: NodeJS.Timeout | null = null;
  #urgentTimer: NodeJS.Timeout | null = null;
  #heartbeatTimer: NodeJS.Timeout | null = null;

  /**
   * @param options.epoch another one after each start of the server.
   * @param options.build what pages compare with their own, to know that they are old.
   * @param options.heartbeatMs how often readers are told that all is well, and asked for their rights.
   */
  constructor(options: {
    board: Board;
    feed: FeedSource;
    epoch: string;
    build: string;
    heartbeatMs?: number;
  }) {
    this.#heartbeatMs = options.heartbeatMs ?? HEARTBEAT_MS;
    this.#board = options.board;
    this.#feed = options.feed;
    this.#epoch = options.epoch;
    this.#build = options.build;
  }

  /** How many streams are open. */
  get size(): number {
    return this.#readers().length;
  }

  /** Ids of the leases that somebody looks at now, those of single leases first. */
  shown(): string[] {
    const channels = [...this.#channels.values()];
    channels.sort((one, other) => Number(one.leaseId === null) - Number(other.leaseId === null));
    return [...new Set(channels.flatMap((channel) => channel.state.shown()))];
  }

  /** Opens a stream of server-sent events. */
  open(options: OpenOptions): ReadableStream<Uint8Array> {
    const channel = this.#channel(options.view, options.leaseId ?? null);
    const reader = new ViewReader({
      signal: options.signal,
      stillAllowed: options.stillAllowed,
      onReady: (ready) => this.#catchUp(channel, ready),
      onEnd: (ended) => this.#leave(channel, ended),
    });
    channel.readers.add(reader);
    this.#listen();
    this.#catchUp(channel, reader);
    if (options.signal.aborted) reader.end(null);
    return reader.stream;
  }

  /** A whole view once, as the first message of a stream has it: for pages, and for those that ask now and then. */
  snapshot({
    view,
    leaseId = null,
  }: {
    view: LeaseView;
    leaseId?: string | null;
  }): SnapshotMessage {
    const channel = this.#channels.get(channelKey(view, leaseId));
    if (channel) {
      this.#flush(channel, true);
      return this.#snapshotOf(channel.state, leaseId);
    }
    const state = new ViewState(this.#board, view, leaseId);
    state.delta({ views: 1, moves: true });
    return this.#snapshotOf(state, leaseId);
  }

  /** Ends all streams, telling why. */
  closeAll(reason: EndMessage['reason']): void {
    for (const reader of this.#readers()) reader.end(reason);
  }

  #readers(): ViewReader[] {
    return [...this.#channels.values()].flatMap((channel) => [...channel.readers]);
  }

  #channel(view: LeaseView, leaseId: string | null): Channel {
    const key = channelKey(view, leaseId);
    let channel = this.#channels.get(key);
    if (!channel) {
      const state = new ViewState(this.#board, view, leaseId);
      channel = { key, leaseId, state, readers: new Set(), feed: new FeedBuffer() };
      this.#channels.set(key, channel);
    }
    return channel;
  }

  #leave(channel: Channel, reader: ViewReader): void {
    channel.readers.delete(reader);
    if (channel.readers.size === 0) this.#channels.delete(channel.key);
    if (this.#channels.size === 0) this.#stop();
  }

  /** Sends a reader the whole view. The others are told what is new first, so that all agree. */
  #catchUp(channel: Channel, reader: ViewReader): void {
    this.#flush(channel, true);
    reader.behind = false;
    const snapshot = this.#snapshotOf(channel.state, channel.leaseId);
    reader.send(this.#frame('snapshot', snapshot));
  }

  #snapshotOf(state: ViewState, leaseId: string | null): SnapshotMessage {
    const { matched, rows, counts } = state.whole();
    return {
      epoch: this.#epoch,
      build: this.#build,
      now: this.#board.now(),
      counts,
      matched,
      rows,
      feed: this.#feed.latest(FEED_ENTRIES).filter((entry) => isWanted({ leaseId }, entry)),
      trust: this.#board.trust(),
    };
  }

  #flush(channel: Channel, moves: boolean): void {
    const delta = channel.state.delta({ views: this.#channels.size, moves });
    const feed = channel.feed.take();
    const readers = [...channel.readers].filter((reader) => !reader.behind);
    if ((!delta && !feed) || readers.length === 0) return;
    const message: DeltaMessage = { now: this.#board.now(), ...delta, ...feed };
    const frame = this.#frame('delta', message);
    for (const reader of readers) reader.send(frame);
  }

  #frame(event: string, data: unknown): Uint8Array {
    return sseFrame(event, data, `${this.#epoch}:${++this.#sequence}`);
  }

  #heartbeat(): void {
    for (const reader of this.#readers()) {
      if (!reader.stillAllowed()) reader.end('signed-out');
    }
    this.#tellTrust();
  }

  #tellTrust(): void {
    const message: HeartbeatMessage = { now: this.#board.now(), trust: this.#board.trust() };
    const frame = this.#frame('heartbeat', message);
    for (const reader of this.#readers()) if (!reader.behind) reader.send(frame);
  }

  /** The first reader starts all this, the last one stops it. */
  #listen(): void {
    if (this.#flushTimer) return;
    this.#stopListening = [
      this.#board.onLeaseChange((lease) => {
        for (const channel of this.#channels.values()) channel.state.note(lease);
        this.#flushSoon();
      }),
      this.#board.onTrust(() => this.#tellTrust()),
      this.#feed.onEntry((entry) => {
        for (const channel of this.#channels.values()) {
          if (isWanted(channel, entry)) channel.feed.add(entry);
        }
        this.#flushSoon();
      }),
    ];
    this.#flushTimer = setInterval(() => this.#flushAll(true), FLUSH_MS);
    this.#heartbeatTimer = setInterval(() => this.#heartbeat(), this.#heartbeatMs);
  }

  #stop(): void {
    for (const stop of this.#stopListening) stop();
    this.#stopListening = [];
    for (const timer of [this.#flushTimer, this.#heartbeatTimer, this.#urgentTimer]) {
      if (timer) clearTimeout(timer);
    }
    this.#flushTimer = null;
    this.#heartbeatTimer = null;
    this.#urgentTimer = null;
  }

  #flushSoon(): void {
    this.#urgentTimer ??= setTimeout(() => {
      this.#urgentTimer = null;
      this.#flushAll(false);
    }, URGENT_MS);
  }

  #flushAll(moves: boolean): void {
    const startedAt = performance.now();
    for (const channel of [...this.#channels.values()]) {
      if (channel.readers.size === 0) continue;
      this.#flush(channel, moves);
      // Whoever was served goes to the end of the line.
      this.#channels.delete(channel.key);
      this.#channels.set(channel.key, channel);
      if (performance.now() - startedAt > FLUSH_BUDGET_MS) return;
    }
  }
}

/** Whether an entry of the history belongs to what a channel shows. */
function isWanted(channel: Pick<Channel, 'leaseId'>, entry: HistoryEntry): boolean {
  return channel.leaseId === null || entry.leaseId === channel.leaseId || entry.event === 'gap';
}

/** Equal for those who are told the same. */
function channelKey(view: LeaseView, leaseId: string | null): string {
  return JSON.stringify([leaseId, leaseId === null ? view : null]);
}
