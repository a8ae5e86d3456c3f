/**
 * Operations of one turn of the event loop go to the server as one script: encoding, sending and
 * entering a script each cost more than the operation itself. An operation alone goes by its own
 * script, and nothing ever waits for company.
 */

import { several } from './lua-scripts.ts';
import { gatherWrites } from './one-write.ts';
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

interface Waiting {
  operation: Joinable;
  notAfterMs: number;
  own: OwnCall;
  resolve(reply: unknown): void;
  reject(error: unknown): void;
}

/** One script does no more at once: others wait for it, and the next is being encoded meanwhile. */
const MOST = 16;
const FAILED = -2;

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

  /** Resolves with the script's answer to this operation; rejects with the client's error, or its own. */
  run(operation: Joinable, notAfterMs: number, own: OwnCall): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ operation, notAfterMs, own, resolve, reject });
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
      const { script, keys, args } = first.own;
      const asked = runScript(this.#redis, script, keys, args(first.notAfterMs));
      asked.then(first.resolve, first.reject);
      return;
    }
    runScript(this.#redis, several, this.#keysOf(together), this.#argumentsOf(together)).then(
      (answers) => tell(together, answers as unknown[][]),
      (error: unknown) => {
        for (const { reject } of together) reject(error);
      },
    );
  }

  #keysOf([first, ...others]: readonly Waiting[]): ScriptArgument[] {
    return [leaseOf(first), ...this.#kept, ...others.map(leaseOf)];
  }

  #argumentsOf(together: readonly Waiting[]): ScriptArgument[] {
    const args: ScriptArgument[] = [this.#actor];
    for (const { operation, notAfterMs } of together) {
      const { letter, ttlMs, owner, to } = operation;
      args.push(letter, ttlMs, notAfterMs, owner);
      if (to !== undefined) args.push(to);
    }
    return args;
  }
}

function leaseOf(waiting: Waiting | undefined): ScriptArgument {
  return waiting?.own.keys[0] ?? '';
}

function tell(together: readonly Waiting[], answers: readonly unknown[][]): void {
  for (const [n, { resolve, reject }] of together.entries()) {
    const answer = answers[n] ?? [];
    if (Number(answer[0]) === FAILED) reject(replyError(String(answer[2])));
    else resolve(answer);
  }
}

/** An error of one operation, as the client would have given it had the operation come alone. */
function replyError(message: string): Error {
  const error = new Error(message);
  error.name = 'ReplyError';
  return error;
}
