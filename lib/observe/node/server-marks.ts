/**
 * Finds what no event reports: that a database was emptied or swapped, or that the server is
 * another one or no longer a primary. Asked with every heartbeat, so such a loss is known within a second.
 */

import type { Redis } from 'ioredis';
import { isRefusal } from '../refusal.ts';

/** Commands that remove or replace all keys without a single event. */
const SILENT_COMMANDS = ['flushall', 'flushdb', 'swapdb'] as const;
const SECTIONS = ['server', 'replication', 'commandstats'] as const;

interface Marks {
  runId: string;
  role: string;
  replicationId: string;
  /** How often each silent command was called. */
  calls: Map<string, number>;
}

export class ServerMarks {
  readonly #redis: Redis;
  #known: Marks | null = null;
  /** The user may not ask. */
  #isRefused = false;
  /** Older servers take one section only. */
  #takesSections = true;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** Forgets what the server was: the next look finds nothing. */
  forget(): void {
    this.#known = null;
  }

  /**
   * Why changes since the look before may have been missed; `null` when there is no reason.
   * @throws when the server does not answer.
   */
  async look(): Promise<string | null> {
    const marks = await this.#read();
    const before = this.#known;
    this.#known = marks ?? before;
    return before && marks ? differenceOf(before, marks) : null;
  }

  async #read(): Promise<Marks | null> {
    if (!this.#isRefused) {
      try {
        return marksOf(await this.#info());
      } catch (error) {
        if (!isRefusal((error as Error).message)) throw error;
        this.#isRefused = true;
      }
    }
    await this.#redis.ping();
    return null;
  }

  async #info(): Promise<string> {
    if (this.#takesSections) {
      try {
        return String(await this.#redis.call('INFO', ...SECTIONS));
      } catch (error) {
        if (!/syntax error|wrong number/i.test((error as Error).message)) throw error;
        this.#takesSections = false;
      }
    }
    return this.#redis.info('all');
  }
}

function marksOf(info: string): Marks {
  const field = (name: string) => new RegExp(`^${name}:(.*?)\r?$`, 'm').exec(info)?.[1] ?? '';
  const calls = SILENT_COMMANDS.map((name): [string, number] => [
    name,
    Number(/calls=(\d+)/.exec(field(`cmdstat_${name}`))?.[1] ?? 0),
  ]);
  return {
    runId: field('run_id'),
    role: field('role'),
    replicationId: field('master_replid'),
    calls: new Map(calls),
  };
}

function differenceOf(before: Marks, now: Marks): string | null {
  if (before.runId !== now.runId) return 'another server answers';
  if (before.role !== now.role) return `the server became a ${now.role}`;
  if (before.replicationId !== now.replicationId) return 'the server follows another history';
  for (const [name, calls] of now.calls) {
    // Fewer calls: the counters were reset, and since then there were so many.
    const known = before.calls.get(name) ?? 0;
    if (calls > known || (calls < known && calls > 0)) return `${name.toUpperCase()} was called`;
  }
  return null;
}
