/** `GET /api/adopters`: owners that take over leases handed to them. */

import { HttpError, json, signedIn } from '@/app/api/http.ts';
import { leaseboard } from '@/lib/server.ts';

export const GET = signedIn(async () => {
  const { admin, env, board } = leaseboard();
  const found = env.LEASEBOARD_PREFIXES.map((prefix) =>
    admin.transferTargets(prefix, board.heldNow(prefix)),
  );
  const adopters = await Promise.all(found).catch(() => {
    throw new HttpError(503, 'Redis does not answer: it is not known who takes over leases.');
  });
  return json({ adopters: adopters.flat() });
});
