/** Makes a deployment's worth of leases and keeps them alive. */

import { Redis } from 'ioredis';
import { leaseKeyPrefix } from '../../lib/lease/index.ts';
import type { LoadOptions } from './load-options.ts';

const TICK_MS = 10;
const BATCH = 1000;
/** After a stall no more than this is caught up with at once; the rest never happened. */
const MOST_PER_TICK = 5000;
const FAR_MS = 86_400_000;

/**
 * All writing is done by scripts, a thousand leases in one: the machine that measures has other
 * work to do than to send commands.
 * ARGV: what to do, key start, first, last (exclusive), how many leases there are, TTL in ms.
 */
const SCRIPT = `
local act, start, ttl = ARGV[1], ARGV[2], ARGV[6]
for n = tonumber(ARGV[3]), tonumber(ARGV[4]) - 1 do
  if act == 'other' then
    redis.call('SET', 'session:' .. n, 'x', 'PX', ttl + n)
  else
    -- Steps by a prime come by every lease, and never by neighbours.
    local i = n % tonumber(ARGV[5])
    if act == 'hand-on' then i = (n * 7919) % tonumber(ARGV[5]) end
    local key = start .. 'acct_' .. (i % 997) .. '\\0thread-' .. i
    if act == 'renew' then
      redis.call('PEXPIRE', key, ttl)
    else
      local turn = act == 'fill' and 0 or n + 1
      redis.call('SET', key, string.format('%08x-0000-4000-8000-%012x', i, turn), 'PX', ttl)
    end
  end
end`;

type Act = 'fill' | 'other' | 'renew' | 'hand-on';

export class Load {
  readonly #options: LoadOptions;
  readonly #redis: Redis;
  readonly #keyStart: string;
  #timer: NodeJS.Timeout | null = null;
  #at = 0;
  #renewals = 0;
  #changes = 0;

  constructor(options: LoadOptions) {
    this.#options = options;
    this.#redis = new Redis(options.url);
    this.#keyStart = leaseKeyPrefix(options.prefix);
  }

  get renewed(): number {
    return Math.floor(this.#renewals);
  }

  get handedOn(): number {
    return Math.floor(this.#changes);
  }

  /** Writes all leases and the other keys. */
  async fill(): Promise<void> {
    const { leases, otherKeys, renewEveryMs, ttlMs } = this.#options;
    await this.#inBatches('other', otherKeys, FAR_MS);
    await this.#inBatches('fill', leases, renewEveryMs === 0 ? FAR_MS : ttlMs);
  }

  /** Renews and hands on, evenly over time, until {@link stop}. */
  run(): void {
    this.#at = performance.now();
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#redis.ping();
    this.#redis.disconnect();
  }

  #tick(): void {
    const { leases, renewEveryMs, churn, ttlMs } = this.#options;
    const now = performance.now();
    const passed = now - this.#at;
    this.#at = now;
    const renewals = renewEveryMs === 0 ? 0 : (passed / renewEveryMs) * leases;
    const renewed = this.#renewals + Math.min(renewals, MOST_PER_TICK);
    const handedOn = this.#changes + Math.min((passed / 1000) * churn, MOST_PER_TICK);
    void this.#do('renew', this.#renewals, renewed, ttlMs);
    void this.#do('hand-on', this.#changes, handedOn, ttlMs);
    this.#renewals = renewed;
    this.#changes = handedOn;
  }

  async #inBatches(act: Act, total: number, ttlMs: number): Promise<void> {
    for (let from = 0; from < total; from += BATCH) {
      await this.#do(act, from, Math.min(from + BATCH, total), ttlMs);
    }
  }

  async #do(act: Act, from: number, until: number, ttlMs: number): Promise<void> {
    const [first, last] = [Math.floor(from), Math.floor(until)];
    if (first === last) return;
    await this.#redis.eval(
      SCRIPT,
      0,
      act,
      this.#keyStart,
      first,
      last,
      this.#options.leases,
      ttlMs,
    );
  }
}
