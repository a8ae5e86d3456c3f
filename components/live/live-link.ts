import type { DeltaMessage, HeartbeatMessage, SnapshotMessage } from '@/lib/board/wire.ts';
import { ChangeHints } from './change-hints.ts';
import { openEventStream } from './event-stream.ts';
import { fetchSnapshot } from './fetch-snapshot.ts';
import { isSameState, type LinkState } from './link-state.ts';
import { PollSchedule } from './poll-schedule.ts';
import { type GiveBack, takeSlot } from './stream-slots.ts';
import { StreamTrial } from './stream-trial.ts';
import { NO_ROWS, type Subject, subjectQuery } from './view-query.ts';
import { watchPage } from './watch-page.ts';

export interface LinkEvents {
  onSnapshot(subject: Subject, message: SnapshotMessage): void;
  onDelta(subject: Subject, message: DeltaMessage): void;
  onHeartbeat(subject: Subject, message: HeartbeatMessage): void;
}

const FIRST_RETRY_MS = 300;
const LAST_RETRY_MS = 5000;

/**
 * The page's one connection to the server. Only a visible page has one; what it watches can be
 * changed at any time and leads to a fresh snapshot, as does every reconnect.
 */
export class LiveLink {
  readonly #events: LinkEvents;
  readonly #listeners = new Set<() => void>();
  #state: LinkState = { mode: 'opening', refused: false, heldBack: false, heardAt: null };
  #subject: Subject = { view: NO_ROWS };
  #stream: { close(): void } | null = null;
  readonly #trial = new StreamTrial();
  #slot: GiveBack | null = null;
  #hints: ChangeHints | null = null;
  readonly #turns = new PollSchedule();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #change: ReturnType<typeof setTimeout> | undefined;
  #unwatchPage = () => {};
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
    this.#state.heardAt = performance.now();
    this.#hints = new ChangeHints(() => this.#turns.hint());
    this.#unwatchPage = watchPage({
      hidden: () => this.#hide(),
      shown: () => this.#startOver(),
      slept: (ms) => this.#slept(ms),
      check: () => this.#checkSilence(),
    });
    this.#restart();
  }

  stop(): void {
    this.#running = false;
    this.#hints?.close();
    this.#unwatchPage();
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
    this.#trial.forget();
    this.#restart();
  }

  #hide(): void {
    if (this.#state.mode === 'signed-out') return;
    this.#disconnect();
    this.#giveBackSlot();
    this.#enter('hidden');
  }

  /** Connects anew. Until the server is heard, what is shown is as old as the time without it. */
  #startOver(): void {
    if (this.#state.mode === 'signed-out') return;
    this.#failures = 0;
    this.#enter('opening');
    this.#restart();
  }

  #slept(ms: number): void {
    if (this.#state.heardAt !== null) this.#state.heardAt -= ms;
    // It may have woken up on another network.
    this.#trial.forget();
    if (document.visibilityState !== 'hidden') this.#startOver();
  }

  #checkSilence(): void {
    if (!this.#trial.isSilent(performance.now())) return;
    this.#trial.giveUp(performance.now());
    this.#giveBackSlot();
    this.#restart();
  }

  #restart(): void {
    this.#disconnect();
    if (document.visibilityState === 'hidden') {
      this.#enter('hidden');
      return;
    }
    void this.#connect(this.#turn);
  }

  async #connect(turn: number): Promise<void> {
    if (this.#trial.isHeldBack(performance.now())) return this.#ask(turn);
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
    this.#trial.opened(performance.now());
    const heard = () => {
      this.#trial.heard(performance.now());
      this.#heard('stream');
    };
    this.#stream = openEventStream(subject, {
      snapshot: (message) => {
        heard();
        this.#events.onSnapshot(subject, message);
      },
      delta: (message) => {
        heard();
        this.#events.onDelta(subject, message);
        if (message.rows || message.order || message.feed) this.#hints?.say();
      },
      heartbeat: (message) => {
        heard();
        this.#events.onHeartbeat(subject, message);
      },
      end: ({ reason }) => {
        heard();
        if (reason === 'signed-out') this.#signedOut();
        else this.#failed();
      },
      failed: (answered) => {
        // It answered with something else than a stream: ask why.
        if (answered) void this.#askWhy(this.#turn);
        else this.#failed();
      },
    });
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
    this.#set({ mode, heldBack: this.#trial.isHeldBack(performance.now()) });
  }

  #set(change: Partial<Omit<LinkState, 'heardAt'>>): void {
    const state = { ...this.#state, ...change };
    if (isSameState(state, this.#state)) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  #disconnect(): void {
    this.#turn++;
    clearTimeout(this.#timer);
    clearTimeout(this.#change);
    this.#turns.stop();
    this.#stream?.close();
    this.#stream = null;
    this.#trial.closed();
  }

  #giveBackSlot(): void {
    this.#slot?.();
    this.#slot = null;
  }
}
