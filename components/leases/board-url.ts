import { createParser, parseAsString, parseAsStringLiteral } from 'nuqs';
import { cutQuery } from '@/lib/board/query/parse-query.ts';
import { LEASE_SORTS } from '@/lib/board/wire.ts';

const SORTS = LEASE_SORTS.flatMap((sort) => [sort, `-${sort}`] as const);

/** A search text; a longer one than the server takes is cut off. */
export const parseAsSearch = createParser({ parse: cutQuery, serialize: cutQuery });

/** What of the board is in the URL: the search, the order, and the lease in the drawer. */
export const boardUrl = {
  q: parseAsSearch.withDefault('').withOptions({ clearOnDefault: true, throttleMs: 250 }),
  sort: parseAsStringLiteral(SORTS).withDefault('attention'),
  lease: parseAsString.withOptions({ history: 'push' }),
};
