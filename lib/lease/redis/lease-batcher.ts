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
  /** The owner after it, of a transfer. */
  to?: string;
  /** The fence that the grant must have. */
  fence?: string | undefined;
}

/** An operation as its own script would be called; the first key is the lease. */
export interface SingleCall {
  script: LuaScript;
  keys: readonly ScriptArgument[];
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
  /** Holders, fence and history: the keys that all operations share. */
  readonly #sharedKeys: readonly ScriptArgument[];
  readonly #actor: string;
  #gathered: Entry[] = [];
  readonly #send = () => this.#flush();

  constructor(redis: RedisClient, sharedKeys: readonly ScriptArgument[], actor: string) {
    this.#redis = redis;
    this.#sharedKeys = sharedKeys;
    this.#actor = actor;
  }

  /** Whether an operation of that owner on that lease is gathered and not sent yet. */
  isGathering(lease: ScriptArgument, owner: string): boolean {
    return this.#gathered.some(
      ({ operation, single }) =>
        single.keys[0] === lease && (operation.owner === owner || operation.to === owner),
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
      this.#gathered.push({ operation, notAfterMs, withinMs, single, resolve, reject });
      if (this.#gathered.length === 1) process.nextTick(this.#send);
      else if (this.#gathered.length === MAX_BATCH) this.#flush();
    });
  }

  #flush(): void {
    const batch = this.#gathered;
    const [first] = batch;
    if (!first) return;
    this.#gathered = [];
    // A full script leaves at once: the server works on it while the next one is being encoded.
    if (batch.length < MAX_BATCH) gatherWrites(this.#redis);
    if (batch.length === 1) {
      this.#runSingle(first, first.withinMs).then(first.resolve, first.reject);
      return;
    }
    const sentAt = performance.now();
    const settled = giveUpInTime(
      batch.map(({ withinMs, reject, single }) => ({
        ...{ withinMs, giveUp: reject, what: single.script.name },
      })),
    );
    runScript(this.#redis, several, this.#keysOf(batch), this.#argumentsOf(batch)).then(
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

  #keysOf([first, ...others]: readonly Entry[]): ScriptArgument[] {
    return [leaseOf(first), ...this.#sharedKeys, ...others.map(leaseOf)];
  }

  #argumentsOf(batch: readonly Entry[]): ScriptArgument[] {
    const grants = batch.filter(({ operation: { letter } }) => letter === 'a' || letter === 't');
    const args: ScriptArgument[] = [this.#actor, grants.length];
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
