/**
 * One call with a deadline and three outcomes: answered, certainly not done, unknown. The script
 * gets the deadline in server time, so a command that sat in a queue or was sent twice cannot take
 * effect after its caller gave up.
 */

import { type LeaseError, LeaseOutcomeUnknownError, LeaseUnavailableError } from '../errors.ts';
import { AskingOrder } from './asking-order.ts';
import { type ClientState, clientState } from './client-state.ts';
import { answerWithin } from './deadline.ts';
import { type BatchedOperation, LeaseBatcher, type Span } from './lease-batcher.ts';
import { serverTime } from './lua-scripts.ts';
import { gatherWrites } from './one-write.ts';
import { toLeaseError } from './redis-error.ts';
import {
  type LuaScript,
  type RedisClient,
  runScript,
  runScriptBuffer,
  type ScriptArgument,
} from './script.ts';

/** What a lease script answers, its numbers already coerced. */
export interface Reply<Text> {
  done: boolean;
  /** Whether an acquire found its owner holding the lease already. */
  refreshed: boolean;
  /** The holder that the script saw, or left behind. */
  holder: Text | null;
  fence: string | null;
  /** Server time in ms of the holder's grant, where the script tells it. */
  since: number | null;
  /** Server time in ms when it was answered. */
  serverMs: number;
  /** Whether the connection broke on the way, so that the command may have been sent twice. */
  resent: boolean;
}

export interface GuardedCall {
  script: LuaScript;
  keys: readonly ScriptArgument[];
  /** The arguments, given the last moment in server time (ms) at which the script may act. */
  args(notAfterMs: number): readonly ScriptArgument[];
  slot: number;
  timeoutMs: number;
  /** Whether asking again after a lost reply is harmless. */
  idempotent: boolean;
  /** The same for the common script of a batch, where it may be part of one. */
  batched?: BatchedOperation;
}

const LATE = -1;
const GRANTED = 1;
const REFRESHED = 2;

/** Between two attempts of an idempotent call. */
const ASK_AGAIN_MS = 25;
/** An attempt is given at least so long, or a quarter of the call's time where that is less. */
const LEAST_MS = 100;

export class GuardedCalls {
  readonly #redis: RedisClient;
  readonly #state: ClientState;
  readonly #now: () => number;

  readonly #batcher: LeaseBatcher;
  readonly #order = new AskingOrder();

  /** @param actor who the history names for what is sent in batches. */
  constructor(redis: RedisClient, now: () => number, actor = '') {
    this.#redis = redis;
    this.#batcher = new LeaseBatcher(redis, actor);
    this.#state = clientState(redis);
    this.#now = now;
  }

  /** Runs the call; text comes as strings. @throws LeaseError */
  async text(call: GuardedCall): Promise<Reply<string>> {
    const giveUpAt = this.#now() + call.timeoutMs;
    const { batched, keys } = call;
    if (!batched) return this.#run<string>(call, runScript, giveUpAt);
    const lease = keys[0];
    const owners = batched.to === undefined ? [batched.owner] : [batched.owner, batched.to];
    const place = this.#order.enter(lease, owners);
    try {
      const before = this.#order.before(lease, place);
      // What is sent in one script needs no waiting: it runs in the order in which it was asked.
      if (before.length > 0 && !this.#batcher.isGathering(call.slot, lease, owners)) {
        await this.#order.settled(before, call.timeoutMs);
      }
      return await this.#run<string>(call, runScript, giveUpAt);
    } finally {
      this.#order.leave(lease, place);
    }
  }

  /** Runs the call; text comes as bytes. @throws LeaseError */
  bytes(call: GuardedCall): Promise<Reply<Buffer>> {
    const giveUpAt = this.#now() + call.timeoutMs;
    return this.#run<Buffer>(call, runScriptBuffer, giveUpAt);
  }

  async #run<Text>(
    call: GuardedCall,
    run: typeof runScript,
    giveUpAt: number,
  ): Promise<Reply<Text>> {
    const breaks = this.#state.breaks;
    let perhapsDone = false;
    let failure: LeaseError | undefined;
    while (this.#now() < giveUpAt) {
      try {
        const reply = await this.#attempt<Text>(call, run, giveUpAt);
        if (reply) return { ...reply, resent: perhapsDone || this.#state.breaks !== breaks };
        // Refused as too late: it may have been sent twice, and done the first time.
        perhapsDone ||= this.#state.breaks !== breaks;
      } catch (error) {
        failure = toLeaseError(error, call.script.name);
        if (failure instanceof LeaseOutcomeUnknownError) perhapsDone = true;
        else if (!(failure instanceof LeaseUnavailableError)) throw failure;
        if (!perhapsDone && (!call.idempotent || this.#redis.status === 'end')) throw failure;
        const left = giveUpAt - this.#now();
        // Refused for sure: another attempt that has no time for its answer would make that unknown.
        if (!perhapsDone && left < ASK_AGAIN_MS + leastFor(call)) throw failure;
        // What may still be done by an attempt before ours must be over before we say how it ended.
        await pause(call.idempotent ? Math.min(left, ASK_AGAIN_MS) : left);
      }
    }
    const what = `${call.script.name}: no answer before the deadline`;
    if (perhapsDone) throw new LeaseOutcomeUnknownError(what, { cause: failure });
    throw (
      failure ?? new LeaseUnavailableError(`${call.script.name}: the server was reached too late`)
    );
  }

  /** One attempt; `null` when the server found it too late, though our deadline is not over. */
  async #attempt<Text>(
    call: GuardedCall,
    run: typeof runScript,
    giveUpAt: number,
  ): Promise<Omit<Reply<Text>, 'resent'> | null> {
    // A closed client rejects with the same words whether a command was in flight or never sent.
    if (this.#redis.status === 'end') throw new LeaseUnavailableError('the client is closed');
    const clock = this.#state.clockFor(call.slot);
    if (!clock.known) await this.#learnTime(call, giveUpAt);
    const sentAt = this.#now();
    // An idempotent call does not stake all its time on one attempt: its server may be frozen.
    const withinMs = Math.min(giveUpAt - sentAt, longestAttempt(call));
    const span = { notAfterMs: clock.earliest(giveUpAt), withinMs };
    const raw = await this.#answerTo(call, this.#ask(call, run, span));
    const [code, serverMs, holder, fence, since] = raw as [
      number,
      number,
      Text?,
      unknown?,
      unknown?,
    ];
    clock.observe(sentAt, this.#now(), Number(serverMs));
    if (Number(code) === LATE) return null;
    return {
      done: Number(code) === GRANTED || Number(code) === REFRESHED,
      refreshed: Number(code) === REFRESHED,
      holder: holder ?? null,
      fence: fence == null ? null : String(fence),
      since: since == null ? null : Number(since),
      serverMs: Number(serverMs),
    };
  }

  /** The answer; takes note of a server that gives none. */
  async #answerTo<T>({ slot }: GuardedCall, asked: Promise<T>): Promise<T> {
    try {
      const answer = await asked;
      this.#state.answered(slot);
      return answer;
    } catch (error) {
      if (error instanceof LeaseOutcomeUnknownError) this.#state.unanswered(slot);
      throw error;
    }
  }

  /** Answers in time. */
  #ask(call: GuardedCall, run: typeof runScript, span: Span): Promise<unknown> {
    if (call.batched) return this.#batcher.run(call.batched, span, call);
    gatherWrites(this.#redis);
    const asked = run(this.#redis, call.script, call.keys, call.args(span.notAfterMs));
    return answerWithin(asked, span.withinMs, call.script.name);
  }

  async #learnTime(call: GuardedCall, giveUpAt: number): Promise<void> {
    const sentAt = this.#now();
    const asked = runScript(this.#redis, serverTime, call.keys.slice(0, 1), []);
    let raw: unknown;
    const withinMs = Math.min(giveUpAt - this.#now(), longestAttempt(call));
    try {
      raw = await this.#answerTo(call, answerWithin(asked, withinMs, serverTime.name));
    } catch (error) {
      // Only the clock was asked for: whatever happened to that, the lease was not touched.
      if (!(error instanceof LeaseOutcomeUnknownError)) throw error;
      throw new LeaseUnavailableError(error.message, { cause: error.cause });
    }
    const serverMs = (raw as [unknown, unknown])[1];
    this.#state.clockFor(call.slot).observe(sentAt, this.#now(), Number(serverMs));
  }
}

/** An attempt gets a third of the call's time, and no less than this many ms of it. */
const ATTEMPT_MS = 250;

function longestAttempt({ idempotent, timeoutMs }: GuardedCall): number {
  return idempotent ? Math.max(ATTEMPT_MS, timeoutMs / 3) : Number.POSITIVE_INFINITY;
}

function leastFor({ timeoutMs }: GuardedCall): number {
  return Math.min(LEAST_MS, timeoutMs / 4);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, Math.ceil(ms)) + 1));
}
