/** `GET /api/rows`: a view's rows as the page has them, to select more than is on screen. */

import { json, signedIn } from '@/app/api/http.ts';
import { viewOf } from '@/app/api/view.ts';
import { leaseboard } from '@/lib/server.ts';

export const GET = signedIn((request) => json(leaseboard().board.query(viewOf(request))));
