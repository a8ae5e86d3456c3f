/** Scans of a server, again and again: what no event told, or nobody heard, is found by them. */

import type { RedisClock } from '../redis-clock.ts';
import type { LeaseScanner } from './lease-scanner.ts';

/** The longest time between full scans, however long they take. */
const RECONCILE_MAX_MS = 120_000;
/** Full scans may take this share of the time at most. */
const SCAN_SHARE = 0.02;

export interface ScanRoundsOptions {
  scanner: LeaseScanner;
  /** Answers the number of the scan that begins. */
  nextScanId: () => number;
  clock: RedisClock;
  /** Nothing of this server is known yet, so what the first scan finds is no change. */
  baseline: boolean;
  /** Whether scans are all that is heard of the server. */
  isSampling: () => boolean;
  /** Told before each round. */
  beginning: () => void;
  /** Told when a scan failed; no more is made. */
  failed: (error: Error) => void;
  samplePeriodMs: number;
  /** The shortest time between full scans that look for what no event told. */
  reconcileMs: number;
  random: () => number;
}

export class ScanRounds {
  /** When the last scan ended, milliseconds on Redis' clock; `null` before the first. */
  lastAt: number | null = null;
  readonly #options: ScanRoundsOptions;
  #closed = false;
  /** Whether the scan under way, if there is one, is not enough. */
  #asked = false;
  #endPause: () => void = () => {};

  constructor(options: ScanRoundsOptions) {
    this.#options = options;
  }

  /** One scan that reads every lease. @throws what Redis answers. */
  first(): Promise<void> {
    return this.#scan(true);
  }

  /** Goes on until it is closed or a scan fails. Never rejects. */
  async keepOn(): Promise<void> {
    let took = 0;
    while (!this.#closed) {
      await this.#pause(this.#periodMs(took));
      if (this.#closed) return;
      this.#asked = false;
      const startedAt = performance.now();
      try {
        this.#options.beginning();
        await this.#scan(this.#options.isSampling());
      } catch (error) {
        this.close();
        this.#options.failed(error as Error);
      }
      took = performance.now() - startedAt;
    }
  }

  /** Has a scan begin at once, or as soon as the one under way has ended. */
  ask(): void {
    this.#asked = true;
    this.#endPause();
  }

  /** Ends after the scan under way. Safe to call twice. */
  close(): void {
    this.#closed = true;
    this.#endPause();
  }

  async #scan(deep: boolean): Promise<void> {
    const { scanner, baseline, nextScanId, clock } = this.#options;
    await scanner.scan({ id: nextScanId(), deep, baseline: baseline && this.lastAt === null });
    this.lastAt = clock.now();
  }

  #periodMs(scanTook: number): number {
    const { isSampling, samplePeriodMs, reconcileMs, random } = this.#options;
    if (isSampling()) return Math.max(samplePeriodMs, scanTook);
    const wanted = Math.max(reconcileMs, scanTook / SCAN_SHARE);
    return Math.min(Math.max(RECONCILE_MAX_MS, scanTook), wanted) * (0.8 + 0.4 * random());
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#asked ? 0 : ms);
      timer.unref();
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
