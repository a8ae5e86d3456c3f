/** Full scans of one node, and the table brought in line with them. */

import type { Redis } from 'ioredis';
import { type LeasePrefix, prefixOf } from '../table/lease-prefix.ts';
import type { LeaseHome, LeaseRecord } from '../table/lease-record.ts';
import type { LeaseTable } from '../table/lease-table.ts';
import { noHint } from '../table/reading.ts';
import { type ReadOptions, readLeases, readOwners } from './read-leases.ts';
import type { ReadQueue } from './read-queue.ts';
import { scanLeases } from './scan-leases.ts';

/** Of the leases whose deadline is known, so many are read in full all the same. */
const SAMPLE = 0.01;

export interface LeaseScannerOptions {
  redis: Redis;
  home: LeaseHome;
  table: LeaseTable;
  queue: ReadQueue;
  prefixes: readonly LeasePrefix[];
  reads: ReadOptions;
  random: () => number;
}

export interface ScanOptions {
  id: number;
  /** Read every deadline, not only those of leases that are new or changed. */
  deep: boolean;
  /** What is found was there before, and is no change. */
  baseline: boolean;
}

export class LeaseScanner {
  readonly #options: LeaseScannerOptions;

  constructor(options: LeaseScannerOptions) {
    this.#options = options;
  }

  /**
   * Scans once. When it resolves, every difference found has been read and taken in.
   * @throws when the server does not answer or refuses.
   */
  async scan({ id, deep, baseline }: ScanOptions): Promise<void> {
    const { redis, table, queue, prefixes, reads, random } = this.#options;
    for await (const keys of scanLeases(redis, prefixes, reads.timeoutMs)) {
      const inFull: string[] = [];
      const known: LeaseRecord[] = [];
      for (const key of keys) {
        const lease = table.get(key);
        if (lease?.scan === id || queue.has(key)) continue;
        if (!lease || deep || !lease.known || random() < SAMPLE) inFull.push(key);
        else known.push(lease);
      }
      await Promise.all([this.#readInFull(inFull, baseline), this.#compareOwners(known, id)]);
    }
    await queue.settle(this.#unseenBy(id));
  }

  async #readInFull(keys: readonly string[], baseline: boolean): Promise<void> {
    if (keys.length === 0) return;
    const { redis, home, table, queue, prefixes, reads } = this.#options;
    const readings = await readLeases(redis, keys, reads);
    const hint = noHint({ reconciled: true, baseline });
    keys.forEach((key, i) => {
      const reading = readings[i];
      const prefix = prefixOf(prefixes, key);
      // What events asked for meanwhile is read by the queue, later than this and better.
      if (!reading || !prefix || queue.has(key)) return;
      // Another node has it now, or will say so itself.
      if (reading.state === 'failed') queue.add(key, true);
      else table.take(key, prefix, home, reading, hint);
    });
  }

  async #compareOwners(leases: readonly LeaseRecord[], id: number): Promise<void> {
    if (leases.length === 0) return;
    const { redis, table, queue, reads } = this.#options;
    const keys = leases.map((lease) => lease.key);
    const owners = await readOwners(redis, keys, reads);
    leases.forEach((lease, i) => {
      if (table.holds(lease, owners[i] ?? null)) lease.scan = id;
      else if (!queue.has(lease.key)) queue.add(lease.key, true);
    });
  }

  #unseenBy(id: number): string[] {
    const { home, table } = this.#options;
    const unseen: string[] = [];
    for (const lease of table.all()) {
      if (lease.home === home && lease.scan !== id) unseen.push(lease.key);
    }
    return unseen;
  }
}
