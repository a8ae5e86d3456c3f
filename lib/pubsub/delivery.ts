/**
 * Deliveries that are in somebody's hands. One entry of a stream may be given to several callbacks
 * of this process; it is settled once all of them settled: acknowledged, or republished when one
 * of them refused it.
 */

import type { EventCallback, PubSubEvent } from './event.ts';

/** How an entry is settled in Redis. */
export interface Settlement {
  ack(): Promise<void>;
  /** Puts the event back for another attempt, or drops it when it had its share. */
  refuse(): Promise<void>;
  /** Shows that somebody still works on the entry. */
  extend(): Promise<void>;
}

export class Delivery {
  readonly event: PubSubEvent;
  readonly #settlement: Settlement;
  readonly #holders = new Set<EventCallback>();
  #heldSince: number;
  #refused = false;
  #sealed = false;
  #done: Promise<void> | undefined;

  constructor(event: PubSubEvent, settlement: Settlement, now: number) {
    this.event = event;
    this.#settlement = settlement;
    this.#heldSince = now;
  }

  /** Hands the event to a callback. Call {@link seal} once all of them have it. */
  give(callback: EventCallback, now: () => number): void {
    this.#holders.add(callback);
    const ack = () => this.#settle(callback, false);
    const nack = () => this.#settle(callback, true);
    const extend = async () => {
      if (!this.#holders.has(callback)) return;
      this.#heldSince = now();
      await this.#settlement.extend();
    };
    try {
      const result = callback(this.event, ack, nack, extend);
      if (result instanceof Promise) result.catch(nack);
    } catch {
      void nack();
    }
  }

  /** Adds a callback that receives the event later, so that nothing is settled without it. */
  reserve(callback: EventCallback): void {
    this.#holders.add(callback);
  }

  /** No more callbacks will be added: from now on the last one to settle settles the entry. */
  seal(): Promise<void> {
    this.#sealed = true;
    return this.#settleWhenAllDid();
  }

  /** A callback left: what it held counts as done. */
  leave(callback: EventCallback): Promise<void> {
    return this.#settle(callback, false);
  }

  /** Refuses on behalf of whoever still holds the event. */
  giveUp(): Promise<void> {
    this.#holders.clear();
    this.#refused = true;
    return this.seal();
  }

  heldForMs(now: number): number {
    return now - this.#heldSince;
  }

  #settle(callback: EventCallback, refused: boolean): Promise<void> {
    if (!this.#holders.delete(callback)) return this.#done ?? Promise.resolve();
    this.#refused ||= refused;
    return this.#settleWhenAllDid();
  }

  #settleWhenAllDid(): Promise<void> {
    if (!this.#sealed || this.#holders.size > 0) return Promise.resolve();
    this.#done ??= this.#refused ? this.#settlement.refuse() : this.#settlement.ack();
    return this.#done;
  }
}
