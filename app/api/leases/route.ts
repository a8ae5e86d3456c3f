/** `GET /api/leases`: the leases a view shows. */

import { json, signedIn } from '@/app/api/http.ts';
import { viewOf } from '@/app/api/view.ts';
import { listedLease } from '@/lib/observe/listed-lease.ts';
import { leaseboard } from '@/lib/server.ts';

export const GET = signedIn((request) => {
  const { watch } = leaseboard();
  const { matched, rows } = watch.query(viewOf(request));
  const now = watch.now();
  return json({ total: matched, leases: rows.map((row) => listedLease(row, now)) });
});
