import type {
  DeltaMessage,
  EndMessage,
  HeartbeatMessage,
  SnapshotMessage,
} from '@/lib/board/wire.ts';
import { address } from '@/lib/http/address.ts';
import { ChangeHints } from './change-hints.ts';
import { fetchSnapshot } from './fetch-snapshot.ts';
import { PollSchedule } from './poll-schedule.ts';
import { type GiveBack, takeSlot } from './stream-slots.ts';
import { NO_ROWS, type Subject, subjectQuery } from './view-query.ts';

export interface LinkState {
  /**
   * `stream`: changes arrive by themselves. `asking`: every stream slot of this browser is taken,
   * so the page asks every 1.5 s, and when another window tells of a change. `lost`: trying again. `signed-out` is final.
   */
  mode: 'opening' | 'stream' | 'asking' | 'lost' | 'hidden' | 'signed-out';
  /** The server does not take what is asked for, so that what is heard is not its answer. */
  refused: boolean;
  /** When the server was last heard, on the page's monotonic clock; `null` before the first time. */
  heardAt: number | null;
}

export interface LinkEvents {
  onSnapshot(subject: Subject, message: SnapshotMessage): void;
  onDelta(subject: Subject, message: DeltaMessage): void;
  onHeartbeat(subject: Subject, message: HeartbeatMessage): void;
}

const SILENCE_LIMIT_MS = 12_000;
const FIRST_RETRY_MS = 300;
const LAST_RETRY_MS = 5000;

/**
 * The page's one connection to the server. Only a visible page has one; what it watches can be
 * changed at any time and leads to a fresh snapshot, as does every reconnect.
 */
export class LiveLink {
  readonly #events: LinkEvents;
  readonly #listeners = new Set<() => void>();
  #state: LinkState = { mode: 'opening', refused: false, heardAt: null };
  #subject: Subject = { view: NO_ROWS };
  #source: EventSource | null = null;
  #slot: GiveBack | null = null;
  #hints: ChangeHints | null = null;
  readonly #turns = new PollSchedule();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #change: ReturnType<typeof setTimeout> | undefined;
  #watchdog: ReturnType<typeof setInterval> | undefined;
  #failures = 0;
  /** Every (re)start makes answers to earlier questions void. */
  #turn = 0;
  #running = false;

  constructor(events: LinkEvents) {
    this.#events = events;
  }

  get state(): LinkState {
    return this.#state;
  }

  /** Calls `listener` at every change of {@link LinkState}, but for the moment of being heard. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getState = (): LinkState => this.#state;

  start(): void {
    if (this.#running) return;
    this.#running = true;
    this.#hints = new ChangeHints(() => this.#turns.hint());
    document.addEventListener('visibilitychange', this.#onVisibility);
    this.#watchdog = setInterval(this.#checkSilence, 2000);
    this.#restart();
  }

  stop(): void {
    this.#running = false;
    this.#hints?.close();
    document.removeEventListener('visibilitychange', this.#onVisibility);
    clearInterval(this.#watchdog);
    this.#disconnect();
    this.#giveBackSlot();
  }

  /** Watches something else from now on. */
  watch(subject: Subject): void {
    if (subjectQuery(subject) === subjectQuery(this.#subject)) return;
    this.#subject = subject;
    this.#set({ refused: false });
    if (!this.#running || this.#state.mode === 'signed-out') return;
    // One page's farewell and the next one's greeting come together: connect for the last word only.
    clearTimeout(this.#change);
    this.#change = setTimeout(() => this.#restart(), 0);
  }

  /** Tries at once instead of at the next turn. */
  retry(): void {
    this.#failures = 0;
    this.#restart();
  }

  readonly #onVisibility = (): void => {
    if (this.#state.mode === 'signed-out') return;
    if (document.visibilityState === 'hidden') {
      this.#disconnect();
      this.#giveBackSlot();
      this.#enter('hidden');
    } else {
      this.#failures = 0;
      this.#restart();
    }
  };

  readonly #checkSilence = (): void => {
    const { mode, heardAt } = this.#state;
    if (mode === 'stream' && heardAt !== null && performance.now() - heardAt > SILENCE_LIMIT_MS) {
      this.#failed();
    }
  };

  #restart(): void {
    this.#disconnect();
    if (document.visibilityState === 'hidden') {
      this.#enter('hidden');
      return;
    }
    void this.#connect(this.#turn);
  }

  async #connect(turn: number): Promise<void> {
    // Web Locks need a secure context; without them every tab streams.
    const locksKnown = 'locks' in navigator;
    if (locksKnown && !this.#slot) {
      const slot = await takeSlot();
      if (turn !== this.#turn) {
        slot?.();
        return;
      }
      this.#slot = slot;
    }
    if (this.#slot || !locksKnown) this.#openStream();
    else await this.#ask(turn);
  }

  /** What is asked for; where the server refuses that, what every page needs all the same. */
  get #asked(): Subject {
    return this.#state.refused ? { view: NO_ROWS } : this.#subject;
  }

  #openStream(): void {
    const subject = this.#asked;
    const source = new EventSource(address(`/api/stream?${subjectQuery(subject)}`));
    this.#source = source;
    const on = <Message>(name: string, take: (message: Message) => void): void => {
      source.addEventListener(name, (event) => {
        if (source !== this.#source) return;
        this.#heard('stream');
        take(JSON.parse((event as MessageEvent<string>).data) as Message);
      });
    };
    on<SnapshotMessage>('snapshot', (message) => this.#events.onSnapshot(subject, message));
    on<DeltaMessage>('delta', (message) => {
      this.#events.onDelta(subject, message);
      if (message.rows || message.order || message.feed) this.#hints?.say();
    });
    on<HeartbeatMessage>('heartbeat', (message) => this.#events.onHeartbeat(subject, message));
    on<EndMessage>('end', ({ reason }) => {
      if (reason === 'signed-out') this.#signedOut();
      else this.#failed();
    });
    source.onerror = () => {
      if (source !== this.#source) return;
      // CLOSED: the server answered, and not with a stream. Ask it why.
      if (source.readyState === EventSource.CLOSED) void this.#askWhy(this.#turn);
      else this.#failed();
    };
  }

  async #askWhy(turn: number): Promise<void> {
    const { status } = await fetchSnapshot(this.#asked);
    if (turn === this.#turn) this.#answeredWith(status);
  }

  /** The server answered with something else than what was asked for. */
  #answeredWith(status: number | null): void {
    if (status === 401) {
      this.#signedOut();
    } else if ((status === 400 || status === 404) && !this.#state.refused) {
      // It is there, and would say the same again: no reason to call the connection lost.
      this.#set({ refused: true });
      this.#restart();
    } else {
      this.#failed();
    }
  }

  async #ask(turn: number): Promise<void> {
    const subject = this.#asked;
    this.#turns.asked();
    const answer = await fetchSnapshot(subject);
    if (turn !== this.#turn) return;
    if (!answer.message) {
      this.#answeredWith(answer.status);
      return;
    }
    this.#heard('asking');
    this.#events.onSnapshot(subject, answer.message);
    this.#turns.answered(() => void this.#connect(turn));
  }

  #failed(): void {
    this.#disconnect();
    this.#enter('lost');
    const delay = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#failures++);
    const turn = this.#turn;
    this.#timer = setTimeout(() => void this.#connect(turn), delay * (0.75 + Math.random() / 2));
  }

  #signedOut(): void {
    this.#disconnect();
    this.#giveBackSlot();
    this.#enter('signed-out');
  }

  #heard(mode: 'stream' | 'asking'): void {
    this.#failures = 0;
    this.#state.heardAt = performance.now();
    this.#enter(mode);
  }

  #enter(mode: LinkState['mode']): void {
    this.#set({ mode });
  }

  #set(change: Partial<Pick<LinkState, 'mode' | 'refused'>>): void {
    const state = { ...this.#state, ...change };
    if (state.mode === this.#state.mode && state.refused === this.#state.refused) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  #disconnect(): void {
    this.#turn++;
    clearTimeout(this.#timer);
    clearTimeout(this.#change);
    this.#turns.stop();
    this.#source?.close();
    this.#source = null;
  }

  #giveBackSlot(): void {
    this.#slot?.();
    this.#slot = null;
  }
}
