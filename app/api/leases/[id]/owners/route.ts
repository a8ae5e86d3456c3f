/** `GET /api/leases/<id>/owners`: the processes behind everyone who held a lease, as far as they are known. */

import { HttpError, json, signedIn } from '@/app/api/http.ts';
import { parseLeaseKey } from '@/lib/keys/lease-key.ts';
import { leaseboard } from '@/lib/server.ts';

interface Context {
  params: Promise<{ id: string }>;
}

/** As many entries as the page of a lease shows at once. */
const NEWEST = 1000;

export const GET = signedIn<Context>(async (_request, _session, { params }) => {
  const { id } = await params;
  const { board, admin, runs, history, log } = leaseboard();
  const target = admin.target(id);
  if (!target) throw new HttpError(404, 'There is no such lease here.');
  const { prefix, key } = target;
  if (parseLeaseKey(key).kind === 'thread') {
    const owner = board.get(id)?.owner ?? null;
    // Without Redis there is still what was learnt before.
    await runs
      .learn({ prefix, threadKey: key, owner })
      .catch((error: unknown) => log.warn({ err: error }, 'a thread was not read'));
  }
  const owners = new Set<string>();
  for (const { event, from, to } of history.reader.page({ leaseId: id, limit: NEWEST }).entries) {
    if (event === 'gap') continue;
    for (const owner of [from, to]) if (owner !== null) owners.add(owner);
  }
  const processes = [...owners].map((owner) => [owner, runs.processOf(owner)] as const);
  return json({
    processes: Object.fromEntries(processes.filter(([, process]) => process !== null)),
  });
});
