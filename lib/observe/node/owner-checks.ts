/**
 * For news that do not say what happened. A lease touched just when its renewal was due has most
 * likely been renewed: its owner alone is compared, hundreds in one command, and only what is not
 * as expected is read in full.
 */

import type { Redis } from 'ioredis';
import type { LeaseRecord } from '../table/lease-record.ts';
import type { LeaseTable } from '../table/lease-table.ts';
import { type ReadOptions, readOwners } from './read-leases.ts';

const GATHER_MS = 20;
const MOST_PER_READ = 500;

export interface OwnerChecksOptions {
  redis: Redis;
  table: LeaseTable;
  reads: ReadOptions;
  /** A lease that is not as expected; `touchedAt` in milliseconds on Redis' clock. */
  unexpected: (key: string, touchedAt: number) => void;
  failed: (error: Error) => void;
}

export class OwnerChecks {
  readonly #options: OwnerChecksOptions;
  #touched = new Map<LeaseRecord, number>();
  #timer: NodeJS.Timeout | null = null;

  constructor(options: OwnerChecksOptions) {
    this.#options = options;
  }

  /** Compares the owner of a lease touched at `at` soon. */
  add(lease: LeaseRecord, at: number): void {
    this.#touched.set(lease, at);
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      void this.#checkAll();
    }, GATHER_MS);
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#touched.clear();
  }

  async #checkAll(): Promise<void> {
    const touched = [...this.#touched];
    this.#touched = new Map();
    try {
      for (let i = 0; i < touched.length; i += MOST_PER_READ) {
        await this.#check(touched.slice(i, i + MOST_PER_READ));
      }
    } catch (error) {
      this.#options.failed(error as Error);
    }
  }

  async #check(touched: readonly [LeaseRecord, number][]): Promise<void> {
    const { redis, table, reads, unexpected } = this.#options;
    const keys = touched.map(([lease]) => lease.key);
    const owners = await readOwners(redis, keys, reads);
    touched.forEach(([lease, at], i) => {
      const asExpected = table.holds(lease, owners[i] ?? null) && table.renewed(lease.key, at);
      if (!asExpected) unexpected(lease.key, at);
    });
  }
}
