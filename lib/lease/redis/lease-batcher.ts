/**
 * Operations of one turn of the event loop are sent to the server as one script: encoding, sending
 * and entering a script each cost more than the operation itself. A single operation uses its own
 * script, and no operation ever waits for others to join it.
 */

import { LeaseUnavailableError } from '../errors.ts';
import { answerWithin, giveUpInTime } from './deadline.ts';
import { several } from './lua-scripts.ts';
import { gatherWrites } from './one-write.ts';
import { concernsWholeServer, toLeaseError } from './redis-error.ts';
import { type LuaScript, type RedisClient, runScript, type ScriptArgument } from './script.ts';

/** What the common script needs to know of an operation. */
export interface BatchedOperation {
  letter: 'a' | 'x' | 'n' | 't';
  ttlMs: number;
  owner: string;
  /** The keys that all leases of its slot share: holders, fence and, where it is kept, history. */
  shared: readonly string[];
  /** The owner after it, of a transfer. */
  to?: string;
  /** The fence that the grant must have. */
  fence?: string | undefined;
}

/** An operation as its own script would be called; the first key is the lease. */
export interface SingleCall {
  script: LuaScript;
  keys: readonly ScriptArgument[];
  slot: number;
  args(notAfterMs: number): readonly ScriptArgument[];
}

/** How long an operation may take. */
export interface Span {
  /** Server time in ms from which on it may not be done. */
  notAfterMs: number;
  /** How long its answer is waited for, ms. */
  withinMs: number;
}

interface Entry extends Span {
  operation: BatchedOperation;
  single: SingleCall;
  resolve(reply: unknown): void;
  reject(error: unknown): void;
}

/** The most operations of one script: further ones use the next, which is encoded meanwhile. */
const MAX_BATCH = 32;
const FAILED = -2;
/** Never a fence: those are server times. */
const DONE = '1';

export class LeaseBatcher {
  readonly #redis: RedisClient;
  readonly #actor: string;
  /** What is gathered in this turn, by slot: a script may touch one slot only. */
  readonly #gathered = new Map<number, Entry[]>();
  readonly #send = () => {
    for (const slot of [...this.#gathered.keys()]) this.#flush(slot);
  };

  constructor(redis: RedisClient, actor: string) {
    this.#redis = redis;
    this.#actor = actor;
  }

  /** Whether an operation of one of these owners on that lease is gathered and not sent yet. */
  isGathering(slot: number, lease: ScriptArgument | undefined, owners: readonly string[]): boolean {
    const gathered = this.#gathered.get(slot) ?? [];
    return gathered.some(
      ({ operation: { owner, to }, single }) =>
        single.keys[0] === lease &&
        (owners.includes(owner) || (to !== undefined && owners.includes(to))),
    );
  }

  /**
   * Resolves with the script's answer to this operation. Rejects with an error of the library when
   * its time is over, or with the client's error.
   */
  run(
    operation: BatchedOperation,
    { notAfterMs, withinMs }: Span,
    single: SingleCall,
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const entry = { operation, notAfterMs, withinMs, single, resolve, reject };
      const gathered = this.#gathered.get(single.slot);
      if (gathered) {
        gathered.push(entry);
        if (gathered.length === MAX_BATCH) this.#flush(single.slot);
        return;
      }
      if (this.#gathered.size === 0) process.nextTick(this.#send);
      this.#gathered.set(single.slot, [entry]);
    });
  }

  #flush(slot: number): void {
    const batch = this.#gathered.get(slot);
    const [first] = batch ?? [];
    if (!batch || !first) return;
    this.#gathered.delete(slot);
    if (batch.length === 1) {
      this.#runSingle(first, first.withinMs).then(first.resolve, first.reject);
      return;
    }
    // A full script leaves at once: the server works on it while the next one is being encoded.
    if (batch.length < MAX_BATCH) gatherWrites(this.#redis);
    const sentAt = performance.now();
    const settled = giveUpInTime(
      batch.map(({ withinMs, reject, single }) => ({
        ...{ withinMs, giveUp: reject, what: single.script.name },
      })),
    );
    runScript(this.#redis, several, keysOf(batch), this.#argumentsOf(batch)).then(
      (answers) => {
        settled();
        distribute(batch, answers as unknown[]);
      },
      (error: unknown) => {
        settled();
        if (isRefusal(error)) this.#runEachAlone(batch, sentAt);
        else
          for (const { single, reject } of batch) reject(toLeaseError(error, single.script.name));
      },
    );
  }

  #runSingle({ single, notAfterMs }: Entry, withinMs: number): Promise<unknown> {
    const { script, keys, args } = single;
    return answerWithin(
      runScript(this.#redis, script, keys, args(notAfterMs)),
      withinMs,
      script.name,
    );
  }

  /**
   * The server refused the script as a whole and did nothing: one operation may have spoilt it for
   * all. Operations on the same lease follow each other, so that their order is kept.
   */
  #runEachAlone(batch: readonly Entry[], sentAt: number): void {
    gatherWrites(this.#redis);
    const previous = new Map<ScriptArgument, Promise<unknown>>();
    for (const entry of batch) {
      const { single, withinMs, resolve, reject } = entry;
      const run = () => {
        const leftMs = withinMs - (performance.now() - sentAt);
        if (leftMs > 0) return this.#runSingle(entry, leftMs);
        throw new LeaseUnavailableError(`${single.script.name}: the server was reached too late`);
      };
      const lease = leaseOf(entry);
      const before = previous.get(lease);
      const answered = before ? before.then(run, run) : run();
      previous.set(lease, answered);
      answered.then(resolve, reject);
    }
  }

  #argumentsOf(batch: readonly Entry[]): ScriptArgument[] {
    const grants = batch.filter(({ operation: { letter } }) => letter === 'a' || letter === 't');
    const shared = batch[0]?.operation.shared.length ?? 0;
    const args: ScriptArgument[] = [this.#actor, grants.length, shared];
    const sent: Partial<Record<BatchedOperation['letter'], string>> = {};
    for (const { operation, notAfterMs } of batch) {
      const { letter, ttlMs, owner, to, fence } = operation;
      const head = `${letter}${ttlMs} ${notAfterMs}${fence === undefined ? '' : ` ${fence}`}`;
      args.push(sent[letter] === head ? letter : head, owner);
      sent[letter] = head;
      if (to !== undefined) args.push(to);
    }
    return args;
  }
}

function keysOf([first, ...others]: readonly Entry[]): ScriptArgument[] {
  return [leaseOf(first), ...(first?.operation.shared ?? []), ...others.map(leaseOf)];
}

function leaseOf(entry: Entry | undefined): ScriptArgument {
  return entry?.single.keys[0] ?? '';
}

/** A definite answer of the server that need not hold for each operation by itself. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError' && !concernsWholeServer(error);
}

/** Gives each operation its answer, as its own script would have given it. */
function distribute(batch: readonly Entry[], [serverMs, ...answers]: readonly unknown[]): void {
  for (const [n, { resolve, reject }] of batch.entries()) {
    const answer = answers[n];
    if (!Array.isArray(answer)) {
      const fence = String(answer) === DONE ? null : answer;
      resolve([1, serverMs, null, fence]);
    } else if (Number(answer[0]) === FAILED) reject(replyError(String(answer[1])));
    else resolve([answer[0], serverMs, ...answer.slice(1)]);
  }
}

/** An error of one operation, as the client would have given it had the operation been sent alone. */
function replyError(message: string): Error {
  const error = new Error(message);
  error.name = 'ReplyError';
  return error;
}
