import { parseAsString, parseAsStringLiteral } from 'nuqs';
import { LEASE_SORTS } from '@/lib/observe/wire.ts';

const SORTS = LEASE_SORTS.flatMap((sort) => [sort, `-${sort}`] as const);

/** What of the board is in the URL: the search, the order, and the lease in the drawer. */
export const boardUrl = {
  q: parseAsString.withDefault('').withOptions({ clearOnDefault: true, throttleMs: 250 }),
  sort: parseAsStringLiteral(SORTS).withDefault('attention'),
  lease: parseAsString.withOptions({ history: 'push' }),
};
