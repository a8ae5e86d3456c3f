/** Changes leases at random, as foreign programs do, and logs what each write did. */

import type { Redis } from 'ioredis';
import { pick, type Random } from './random.ts';
import type { TruthLog } from './truth-log.ts';

/** Runs commands on one key and tells owner and deadline after each, and the server's time. */
const WRITE = `
local time = redis.call('TIME')
local at = string.format('%.3f', time[1] * 1000 + time[2] / 1000)
local reply = { at, redis.call('GET', KEYS[1]) }
for _, command in ipairs(cjson.decode(ARGV[1])) do
  redis.call(command[1], KEYS[1], unpack(command, 2))
  reply[#reply + 1] = redis.call('GET', KEYS[1])
  reply[#reply + 1] = redis.call('PTTL', KEYS[1])
end
return reply`;

type Command = readonly [name: string, ...args: string[]];

export interface WriterOptions {
  redis: Redis;
  log: TruthLog;
  random: Random;
  keys: readonly string[];
  perSecond: number;
  /** Deadlines are set in every way that Redis knows, with changing TTLs. */
  mixedDeadlines: boolean;
  /** A share of the writes are several changes of one key at once. */
  bursts: boolean;
}

export class Writer {
  readonly #options: WriterOptions;
  readonly #busy = new Set<string>();
  #running: Promise<void> | null = null;
  #stopped = false;
  #owners = 0;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Whether a write of this key is under way. */
  isBusy(key: string): boolean {
    return this.#busy.has(key);
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    const { perSecond, random, keys } = this.#options;
    const writing = new Set<Promise<void>>();
    const startedAt = performance.now();
    let sent = 0;
    while (!this.#stopped) {
      const due = ((performance.now() - startedAt) / 1000) * perSecond;
      // What could not be written while the server was away is not made up for.
      if (due - sent > perSecond / 10) sent = due - 1;
      for (; sent < due; sent++) {
        const key = keys[Math.floor(random() * keys.length)];
        if (key === undefined || this.#busy.has(key)) continue;
        const write = this.#write(key).finally(() => writing.delete(write));
        writing.add(write);
      }
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await Promise.all(writing);
  }

  async #write(key: string): Promise<void> {
    const { random, bursts } = this.#options;
    const scripts = bursts && random() < 0.25 ? this.#burst() : [[this.#command()]];
    this.#busy.add(key);
    try {
      await this.#send(key, scripts);
    } catch {
      for (const commands of scripts) {
        for (const [name, owner] of commands) {
          if (name === 'SET' && owner) this.#options.log.unanswered.add(owner);
        }
      }
    } finally {
      this.#busy.delete(key);
    }
  }

  async #send(key: string, scripts: readonly (readonly Command[])[]): Promise<void> {
    const { redis } = this.#options;
    const [only, ...more] = scripts;
    if (only && more.length === 0) {
      this.#note(key, await redis.eval(WRITE, 1, key, JSON.stringify(only)));
      return;
    }
    const multi = redis.multi();
    for (const commands of scripts) multi.eval(WRITE, 1, key, JSON.stringify(commands));
    const replies = await multi.exec();
    if (!replies) throw new Error('no reply');
    for (const [error, reply] of replies) {
      if (error) throw error;
      this.#note(key, reply);
    }
  }

  #note(key: string, reply: unknown): void {
    const [at, first, ...after] = reply as [number, string | null, ...(string | number | null)[]];
    let before = first;
    for (let i = 0; i < after.length; i += 2) {
      const owner = after[i] === null ? null : String(after[i]);
      const left = Number(after[i + 1]);
      const deadline = left < 0 ? Number.POSITIVE_INFINITY : Number(at) + left;
      this.#options.log.note(key, { at: Number(at), before, after: owner, deadline });
      before = owner;
    }
  }

  /** Several changes of one key in one script, or in several of one transaction. */
  #burst(): Command[][] {
    const commands = Array.from({ length: 2 + Math.floor(this.#options.random() * 4) }, () =>
      this.#change(),
    );
    return this.#options.random() < 0.5 ? [commands] : commands.map((command) => [command]);
  }

  #command(): Command {
    const { random, mixedDeadlines } = this.#options;
    if (mixedDeadlines && random() < 0.7) return this.#deadline();
    return this.#change();
  }

  #change(): Command {
    const { random } = this.#options;
    const dice = random();
    if (dice < 0.3) return ['DEL'];
    if (dice < 0.4) return ['PEXPIRE', '15000'];
    const ttlMs = dice < 0.55 ? String(150 + Math.floor(random() * 1500)) : '15000';
    return ['SET', `run-${++this.#owners}`, 'PX', ttlMs];
  }

  #deadline(): Command {
    const { random } = this.#options;
    const ms = 5000 + Math.floor(random() * 60_000);
    return pick<Command>(
      [
        ['PEXPIRE', String(ms)],
        ['PEXPIRE', '15000'],
        ['EXPIREAT', String(Math.ceil((Date.now() + ms) / 1000))],
        ['PEXPIREAT', String(Date.now() + ms)],
        ['GETEX', 'PX', String(ms)],
        ['SET', `run-${++this.#owners}`, 'KEEPTTL'],
        ['SET', `run-${++this.#owners}`, 'PX', String(ms)],
      ],
      random,
    );
  }
}
