/** One act on many leases: an exact list, frozen when the dialog opened, and a result for each. */

import type { ActionInput, ActionResult, BulkInput, BulkProgress, BulkResult } from './action.ts';
import { bulkInputSchema } from './action-input.ts';
import type { Actor } from './actor.ts';
import type { Admin } from './admin.ts';

/** How many are under way at once. */
const WIDTH = 32;
/** Acts on many leases whose progress is remembered. */
const MOST_REMEMBERED = 200;

const NO_SUCH_LEASE: ActionResult = {
  outcome: 'not-allowed',
  owner: null,
  detail: 'There is no such lease here.',
  auditId: null,
};

const VIEWERS_LOOK = 'Viewers look and do not act.';

export class BulkActions {
  readonly #admin: Admin;
  readonly #limit: number;
  readonly #asked = new Map<string, { progress: BulkProgress; result: Promise<BulkResult> }>();

  constructor({ admin, limit }: { admin: Admin; limit: number }) {
    this.#admin = admin;
    this.#limit = limit;
  }

  /** Acts on every lease of the list; the same request again gets the same answer. Never rejects. */
  act(input: BulkInput, who: Actor): Promise<BulkResult> {
    const asked = this.#asked.get(input.requestId);
    if (asked) return asked.result;
    const refused = this.#refusal(input);
    if (refused) return Promise.resolve({ refused, results: [], requestId: input.requestId });
    const progress: BulkProgress = { total: input.leases.length, done: 0, outcomes: {} };
    const result = this.#all(input, who, progress);
    this.#asked.set(input.requestId, { progress, result });
    for (const oldest of this.#asked.keys()) {
      if (this.#asked.size <= MOST_REMEMBERED) break;
      this.#asked.delete(oldest);
    }
    return result;
  }

  /**
   * Why this actor may not act at all, `null` when it may. Written down once, however long the list is.
   */
  async refuseRole(input: unknown, who: Actor): Promise<string | null> {
    if (who.role === 'operator') return null;
    const first = firstOf(input);
    const target = first && this.#admin.target(first.leaseId);
    if (!first || !target) return VIEWERS_LOOK;
    const { act, ...rest } = first;
    return (await this.#admin.act(act, target, rest, who)).detail ?? VIEWERS_LOOK;
  }

  /** How far a request is; `null` for one this process does not know. */
  progress(requestId: string): BulkProgress | null {
    return this.#asked.get(requestId)?.progress ?? null;
  }

  #refusal({ leases }: BulkInput): string | null {
    if (leases.length === 0) return 'The list is empty.';
    if (leases.length > this.#limit) {
      return `${leases.length} leases are more than the ${this.#limit} allowed at once.`;
    }
    const ids = new Set(leases.map(({ leaseId }) => leaseId));
    return ids.size < leases.length ? 'The list names a lease twice.' : null;
  }

  async #all(input: BulkInput, who: Actor, progress: BulkProgress): Promise<BulkResult> {
    const { requestId } = input;
    const results: BulkResult['results'] = [];
    let next = 0;
    const worker = async () => {
      for (let at = next++; at < input.leases.length; at = next++) {
        const lease = input.leases[at];
        if (!lease) return;
        const result = await this.#one(input, lease, who);
        results[at] = { ...result, leaseId: lease.leaseId };
        progress.done += 1;
        progress.outcomes[result.outcome] = (progress.outcomes[result.outcome] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: WIDTH }, worker));
    return { refused: null, results, requestId };
  }

  async #one(
    { act, reason, requestId, clearPendingSignals }: BulkInput,
    lease: BulkInput['leases'][number],
    who: Actor,
  ): Promise<ActionResult> {
    const target = this.#admin.target(lease.leaseId);
    if (!target) return NO_SUCH_LEASE;
    const input = { ...lease, reason, requestId, clearPendingSignals };
    return await this.#admin.act(act, target, input, who);
  }
}

/** The first lease of a bulk action, as an action of its own; `null` where that cannot be read. */
function firstOf(input: unknown): (ActionInput & { act: BulkInput['act'] }) | null {
  const leases: unknown =
    typeof input === 'object' && input !== null && Reflect.get(input, 'leases');
  const cut = Array.isArray(leases) ? { ...(input as object), leases: leases.slice(0, 1) } : input;
  const parsed = bulkInputSchema.safeParse(cut);
  const [lease] = parsed.success ? parsed.data.leases : [];
  if (!parsed.success || !lease) return null;
  const { act, reason, requestId } = parsed.data;
  return { act, ...lease, reason, requestId };
}
