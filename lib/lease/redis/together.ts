/**
 * Operations of one turn of the event loop go to the server as one script: encoding, sending and
 * entering a script each cost more than the operation itself. An operation alone goes by its own
 * script, and nothing ever waits for company.
 */

import { answerWithin, giveUpInTime } from './deadline.ts';
import { several } from './lua-scripts.ts';
import { gatherWrites } from './one-write.ts';
import { toLeaseError } from './redis-error.ts';
import { type LuaScript, type RedisClient, runScript, type ScriptArgument } from './script.ts';

/** Of an operation what the common script wants to know. */
export interface Joinable {
  letter: 'a' | 'x' | 'n' | 't';
  ttlMs: number;
  owner: string;
  /** The receiver, of a transfer. */
  to?: string;
}

/** An operation as its own script would be called; the first key is the lease. */
export interface OwnCall {
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

interface Waiting extends Span {
  operation: Joinable;
  own: OwnCall;
  resolve(reply: unknown): void;
  reject(error: unknown): void;
}

/** One script does no more at once: others wait for it, and the next is being encoded meanwhile. */
const MOST = 32;
const FAILED = -2;
/** No fence: those are times of the server. */
const DONE = '1';

export class Together {
  readonly #redis: RedisClient;
  /** Holders, fence and history: the keys that all operations share. */
  readonly #kept: readonly ScriptArgument[];
  readonly #actor: string;
  #waiting: Waiting[] = [];
  readonly #send = () => this.#flush();

  constructor(redis: RedisClient, kept: readonly ScriptArgument[], actor: string) {
    this.#redis = redis;
    this.#kept = kept;
    this.#actor = actor;
  }

  /** Resolves with the script's answer to this operation; rejects with an error of the library when its time is over, or with the client's. */
  run(operation: Joinable, { notAfterMs, withinMs }: Span, own: OwnCall): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ operation, notAfterMs, withinMs, own, resolve, reject });
      if (this.#waiting.length === 1) process.nextTick(this.#send);
      else if (this.#waiting.length === MOST) this.#flush();
    });
  }

  #flush(): void {
    const together = this.#waiting;
    const [first] = together;
    if (!first) return;
    this.#waiting = [];
    // A full script leaves at once: the server works on it while the next one is being encoded.
    if (together.length < MOST) gatherWrites(this.#redis);
    if (together.length === 1) {
      const { own, notAfterMs, withinMs, resolve, reject } = first;
      const { script, keys, args } = own;
      const asked = runScript(this.#redis, script, keys, args(notAfterMs));
      answerWithin(asked, withinMs, script.name).then(resolve, reject);
      return;
    }
    const answered = giveUpInTime(
      together.map(({ withinMs, reject, own }) => ({
        ...{ withinMs, giveUp: reject, what: own.script.name },
      })),
    );
    runScript(this.#redis, several, this.#keysOf(together), this.#argumentsOf(together)).then(
      (answers) => {
        answered();
        tell(together, answers as unknown[]);
      },
      (error: unknown) => {
        answered();
        for (const { own, reject } of together) reject(toLeaseError(error, own.script.name));
      },
    );
  }

  #keysOf([first, ...others]: readonly Waiting[]): ScriptArgument[] {
    return [leaseOf(first), ...this.#kept, ...others.map(leaseOf)];
  }

  #argumentsOf(together: readonly Waiting[]): ScriptArgument[] {
    const args: ScriptArgument[] = [this.#actor];
    const said: Partial<Record<Joinable['letter'], string>> = {};
    for (const { operation, notAfterMs } of together) {
      const { letter, ttlMs, owner, to } = operation;
      const head = `${letter}${ttlMs} ${notAfterMs}`;
      args.push(said[letter] === head ? letter : head, owner);
      said[letter] = head;
      if (to !== undefined) args.push(to);
    }
    return args;
  }
}

function leaseOf(waiting: Waiting | undefined): ScriptArgument {
  return waiting?.own.keys[0] ?? '';
}

/** Each its answer, as its own script would have given it. */
function tell(together: readonly Waiting[], [serverMs, ...answers]: readonly unknown[]): void {
  for (const [n, { resolve, reject }] of together.entries()) {
    const answer = answers[n];
    if (!Array.isArray(answer)) {
      const fence = String(answer) === DONE ? null : answer;
      resolve([1, serverMs, null, fence]);
    } else if (Number(answer[0]) === FAILED) reject(replyError(String(answer[1])));
    else resolve([answer[0], serverMs, ...answer.slice(1)]);
  }
}

/** An error of one operation, as the client would have given it had the operation come alone. */
function replyError(message: string): Error {
  const error = new Error(message);
  error.name = 'ReplyError';
  return error;
}
