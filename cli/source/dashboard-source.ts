/** Over the dashboard's API. */

import { setTimeout as pause } from 'node:timers/promises';
import type { Action, ActionInput, ActionResult, TransferTarget } from '../../lib/admin/action.ts';
import type { LeaseListing, ListedLease } from '../../lib/board/listed-lease.ts';
import type {
  DeltaMessage,
  EndMessage,
  HeartbeatMessage,
  SnapshotMessage,
} from '../../lib/board/wire.ts';
import type { HistoryEntry } from '../../lib/history/entry.ts';
import { CommandError, EXIT } from '../exit-codes.ts';
import type { NamedLease } from '../lease-name.ts';
import { tellingAway } from './away.ts';
import type { HistoryAsked, LeaseSource, ListQuery } from './lease-source.ts';
import { serverEvents } from './server-events.ts';

const RECONNECT_MS = 1000;
const ANSWER_WITHIN_MS = 20_000;

export class DashboardSource implements LeaseSource {
  readonly #url: string;
  readonly #headers: Record<string, string>;

  constructor({ url, token, actor }: { url: string; token: string; actor: string }) {
    this.#url = url.replace(/\/$/, '');
    this.#headers = {
      authorization: `Bearer ${token}`,
      'x-leaseboard-actor': encodeURIComponent(actor),
    };
  }

  async list({ q, limit, sort }: ListQuery): Promise<LeaseListing> {
    const query = new URLSearchParams({ q, limit: String(limit), sort });
    return (await this.#json(`/api/leases?${query}`)) as LeaseListing;
  }

  async find(q: string): Promise<NamedLease[]> {
    const { leases } = await this.list({ q, limit: 1000, sort: 'thread' });
    return leases;
  }

  async get(leaseId: string): Promise<ListedLease | null> {
    const response = await this.#fetch(`/api/leases/${leaseId}`);
    if (response.status === 404) return null;
    return (await this.#body(response)) as ListedLease;
  }

  async history({
    leaseId,
    q,
    limit,
  }: HistoryAsked): Promise<{ entries: HistoryEntry[]; staleMs: number | null }> {
    const query = new URLSearchParams({ limit: String(limit) });
    if (leaseId !== undefined) query.set('lease', leaseId);
    if (q !== undefined) query.set('q', q);
    return (await this.#json(`/api/history?${query}`)) as {
      entries: HistoryEntry[];
      staleMs: number | null;
    };
  }

  async adopters(): Promise<TransferTarget[]> {
    const { adopters } = (await this.#json('/api/adopters')) as { adopters: TransferTarget[] };
    return adopters;
  }

  async act(act: Action, { leaseId, ...input }: ActionInput): Promise<ActionResult> {
    const response = await this.#fetch(`/api/leases/${leaseId}/${act}`, {
      method: 'POST',
      body: JSON.stringify(input),
    });
    return (await this.#body(response)) as ActionResult;
  }

  async watch(
    tell: (entry: HistoryEntry) => void,
    signal: AbortSignal,
    away: (staleMs: number | null) => void,
  ): Promise<void> {
    let last: number | null = null;
    const stands = tellingAway(away);
    const news = (entries: HistoryEntry[]) => {
      for (const entry of entries) {
        if (last !== null && entry.at > last) tell(entry);
      }
    };
    while (!signal.aborted) {
      try {
        const response = await this.#fetch('/api/stream?limit=1', { signal });
        if (!response.ok || !response.body) await this.#body(response);
        for await (const { event, data } of serverEvents(response)) {
          if (event === 'snapshot') {
            const { feed, now, trust } = JSON.parse(data) as SnapshotMessage;
            stands(trust, now);
            // After an interruption the first message has what was missed.
            news(feed.toReversed());
            last = Math.max(last ?? now, ...feed.map(({ at }) => at));
          } else if (event === 'delta') {
            for (const entry of (JSON.parse(data) as DeltaMessage).feed ?? []) {
              tell(entry);
              last = Math.max(last ?? 0, entry.at);
            }
          } else if (event === 'heartbeat') {
            const { trust, now } = JSON.parse(data) as HeartbeatMessage;
            stands(trust, now);
          } else if (event === 'end' && (JSON.parse(data) as EndMessage).reason === 'signed-out') {
            throw new CommandError(EXIT.refused, 'The dashboard ended the session.');
          }
        }
      } catch (error) {
        // What begins with a fault ends with it; later only being shut out is for good.
        if (error instanceof CommandError && (last === null || error.exitCode === EXIT.refused)) {
          throw error;
        }
      }
      await pause(RECONNECT_MS, undefined, { signal }).catch(() => {});
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  async #json(path: string): Promise<unknown> {
    return await this.#body(await this.#fetch(path));
  }

  async #fetch(path: string, init: RequestInit = {}): Promise<Response> {
    try {
      return await fetch(`${this.#url}${path}`, {
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
        ...init,
        headers: this.#headers,
      });
    } catch (error) {
      const { sent, why } = troubleOf(error);
      // An act may have arrived although its answer did not.
      const code = init.method === 'POST' && sent ? EXIT.unknown : EXIT.failed;
      throw new CommandError(code, `The dashboard does not answer on ${this.#url}: ${why}`);
    }
  }

  async #body(response: Response): Promise<unknown> {
    const body: unknown = await response.json().catch(() => null);
    if (response.ok) return body;
    const error =
      typeof body === 'object' && body && 'error' in body
        ? String(body.error)
        : response.statusText;
    throw new CommandError(
      OF_STATUS[response.status] ?? EXIT.failed,
      `${response.status}: ${error}`,
    );
  }
}

/** A wrong token is as much a refusal as a right one that may not act. */
const OF_STATUS: Readonly<Record<number, number>> = {
  400: EXIT.usage,
  401: EXIT.refused,
  403: EXIT.refused,
};

/** Codes of failures before anything was sent. A host with several addresses gives a code and no message. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Why a request failed, and whether it may have arrived. */
function troubleOf(error: unknown): { sent: boolean; why: string } {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const message = cause instanceof Error ? cause.message : String(cause);
  const refusedByFetch = message === 'bad port';
  return { sent: !refusedByFetch && !NEVER_SENT.has(code), why: message || code };
}
