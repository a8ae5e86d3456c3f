/** Annotates threads with what their runs are doing, and the process that they run in. */

import { leaseIdOf, leaseIdOfBinary } from '../keys/lease-id.ts';
import { parseOwner } from '../keys/owner.ts';
import { textOf } from '../keys/text.ts';
import type { LeaseRecord } from '../observe/index.ts';
import type { RedisClient } from '../platform/redis-connection.ts';
import {
  ProcessNames,
  type RunProcess,
  RunReader,
  RunSweep,
  type SweptThread,
  type ThreadLease,
} from '../runs/index.ts';
import type { LooseAlarm, RunView } from '../runs/run-view.ts';
import type { Board } from './board.ts';
import type { ProcessFacts } from './processes.ts';

export interface RunAnnotationsOptions {
  board: Board;
  /** Ids of the leases that are on somebody's screen. */
  shown: () => readonly string[];
  /** The watched Redis; closed by whoever made it. */
  redis: RedisClient;
  prefixes: readonly string[];
  /** A renewed run without progress for this long is silent. */
  silentAfterMs?: number;
  /** A message that nobody took for this long after its run was over is lost. */
  lostAfterMs?: number;
}

const SHOWN_EVERY_MS = 1_000;
/** Runs whose process is remembered after they are over. */
const MOST_RUNS = 20_000;
/** Threads that are read at the same time by {@link RunAnnotations.look}. */
const TOGETHER = 64;

export class RunAnnotations {
  readonly reader: RunReader;
  readonly sweep: RunSweep;
  readonly #options: RunAnnotationsOptions;
  readonly #names: ProcessNames;
  readonly #threads = new WeakMap<LeaseRecord, { owner: string; thread: SweptThread }>();
  readonly #said = new Map<string, string>();
  /** Owner → the id of its process; the one noted longest ago is forgotten first. */
  readonly #processOfOwner = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: RunAnnotationsOptions) {
    this.#options = options;
    const { board, redis, prefixes, silentAfterMs, lostAfterMs } = options;
    const now = () => board.now();
    this.#names = new ProcessNames({ redis, prefixes });
    const isAlive = (sourceId: string) => this.#names.isAlive(sourceId, now());
    this.reader = new RunReader({ redis, now, isAlive, silentAfterMs, lostAfterMs });
    this.sweep = new RunSweep({
      reader: this.reader,
      now,
      threads: () => this.#held(),
      onView: (thread, view) => this.#mark(thread, view),
    });
  }

  start(): void {
    this.#names.start();
    this.sweep.start();
    this.#timer ??= setInterval(() => this.sweep.watch(this.#options.shown()), SHOWN_EVERY_MS);
    this.#timer.unref();
    this.#options.board.onLeaseChange((lease) => {
      if (lease.gone) this.#said.delete(leaseIdOfBinary(lease.key));
      else this.#markNamed(lease);
    });
    // A new grant has no marks, be it of the same owner.
    this.#options.board.onOwnerChange(({ redisKey }) => this.#said.delete(leaseIdOf(redisKey)));
  }

  /**
   * Reads threads once, all that are held or those of these leases, instead of starting to read them
   * now and then.
   * @throws what Redis answers.
   */
  async look(leaseIds?: ReadonlySet<string>): Promise<void> {
    await this.#names.refresh();
    const threads = [...this.#held()].filter(({ id }) => leaseIds?.has(id) ?? true);
    for (let at = 0; at < threads.length; at += TOGETHER) {
      const reads = threads.slice(at, at + TOGETHER).map(async (thread) => {
        const { prefix, threadKey, owner } = thread;
        this.#mark(thread, await this.reader.viewOf(prefix, threadKey, owner));
      });
      await Promise.all(reads);
    }
  }

  /** What a process says of itself, by the id under which it registers its runs. */
  cardOf(processId: string): ProcessFacts | null {
    return this.#names.cardOf(processId);
  }

  /** The process behind an owner, of now or of the past; `null` where it is not known. */
  processOf(owner: string): RunProcess | null {
    const id = parseOwner(owner).processId ?? this.#processOfOwner.get(owner);
    return id === undefined ? this.#names.namedBy(owner) : this.#names.nameOf(id);
  }

  /** Learns from a thread's stream in which processes its newest runs were. @throws what Redis answers. */
  async learn(thread: ThreadLease): Promise<void> {
    for (const { runId, sourceId } of await this.reader.runsOf(thread)) {
      if (sourceId !== null) this.#remember(runId, sourceId);
    }
  }

  /** The owner of a thread as its runs write it, whatever its length; `null` when nobody holds it. */
  ownerOf(leaseId: string): string | null {
    const lease = this.#options.board.find(leaseId);
    if (!lease || lease.gone || lease.owner === null) return null;
    return this.#threadOf(lease, lease.owner).owner;
  }

  /** What is wrong on threads that nobody holds, each with the process behind it. */
  alarms(): LooseAlarm[] {
    return this.sweep.alarms().map((alarm) => {
      const { processId } = alarm.view;
      return { ...alarm, process: processId === null ? null : this.#names.nameOf(processId) };
    });
  }

  /** Threads, held or just released, that were not looked at yet. */
  notLookedAt(): number {
    return this.sweep.notLookedAt();
  }

  /** Ends reading. Safe to call twice. */
  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.sweep.close();
    this.#names.close();
  }

  /** Names the process of an owner that says itself who it is. */
  #markNamed({ key, kind, owner }: LeaseRecord): void {
    // Threads are marked with what their stream says, all at once.
    if (kind === 'thread' || !owner?.includes('@')) return;
    const process = this.#names.namedBy(textOf(Buffer.from(owner, 'latin1')));
    if (!process) return;
    const id = leaseIdOfBinary(key);
    const said = JSON.stringify(process);
    if (this.#said.get(id) === said) return;
    this.#said.set(id, said);
    this.#options.board.annotate(id, { process });
  }

  #remember(owner: string, processId: string): void {
    this.#processOfOwner.delete(owner);
    this.#processOfOwner.set(owner, processId);
    if (this.#processOfOwner.size <= MOST_RUNS) return;
    const [oldest] = this.#processOfOwner.keys();
    if (oldest !== undefined) this.#processOfOwner.delete(oldest);
  }

  *#held(): Generator<SweptThread> {
    for (const lease of this.#options.board.leases()) {
      if (lease.kind !== 'thread' || lease.owner === null || lease.gone) continue;
      yield this.#threadOf(lease, lease.owner);
    }
  }

  /** Ids and text of a lease are computed once an owner: the sweep asks for all of them each second. */
  #threadOf(lease: LeaseRecord, owner: string): SweptThread {
    const known = this.#threads.get(lease);
    if (known?.owner === owner) return known.thread;
    const { key, prefix } = lease;
    const thread = {
      id: leaseIdOfBinary(key),
      prefix: prefix.name,
      threadKey: textOf(Buffer.from(key.slice(prefix.keyStart.length), 'latin1')),
      owner: textOf(Buffer.from(owner, 'latin1')),
    };
    this.#threads.set(lease, { owner, thread });
    return thread;
  }

  #mark({ id, owner }: SweptThread, view: RunView): void {
    const { board } = this.#options;
    // The lease may have passed to another while its stream was read.
    if (owner === null || this.ownerOf(id) !== owner) return;
    if (view.processId !== null) this.#remember(owner, view.processId);
    const process = this.processOf(owner);
    const said = JSON.stringify([owner, view, process]);
    // A mark is a change of the row: the same again must not be one.
    if (this.#said.get(id) === said) return;
    this.#said.set(id, said);
    board.annotate(id, { run: view.state === 'unknown' ? null : view, process });
  }
}
