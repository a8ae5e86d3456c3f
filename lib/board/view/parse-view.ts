/** Reading a view from the parameters of a URL. */

import { z } from 'zod';
import { LEASE_KINDS } from '../../keys/lease-key.ts';
import { HEALTH_STATES } from '../../observe/health.ts';
import { LONGEST_QUERY } from '../query/parse-query.ts';
import { LEASE_SORTS, type LeaseSort, type LeaseView } from '../wire.ts';

const SORTS = LEASE_SORTS.flatMap((sort) => [sort, `-${sort}`] as const) as [
  LeaseSort,
  ...LeaseSort[],
];

/** Most rows a view may show at once. */
const MOST_ROWS = 1000;
/** How much of a bad value an error quotes. */
const QUOTED = 60;

const schema = z.object({
  q: z.string().max(LONGEST_QUERY).default(''),
  health: z.enum(HEALTH_STATES).nullable().default(null),
  kind: z.enum(LEASE_KINDS).nullable().default(null),
  sort: z.enum(SORTS).default('attention'),
  limit: z.coerce.number().int().min(1).max(MOST_ROWS).default(100),
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
});

/** Thrown for a parameter that means nothing; the message names it and quotes what it was. */
export class ViewError extends Error {
  override name = 'ViewError';
  readonly parameter: string;

  constructor(parameter: string, message: string) {
    super(message);
    this.parameter = parameter;
  }
}

/** What reads parameters: `URLSearchParams`, or anything that has its `get`. */
interface Parameters {
  get(name: string): string | null;
}

/**
 * The view that parameters ask for; absent and empty ones take their defaults, unknown ones are
 * not looked at.
 * @throws ViewError naming the first bad parameter.
 */
export function parseView(parameters: Parameters): LeaseView {
  const given: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const value = parameters.get(name);
    if (value !== null && value !== '') given[name] = value;
  }
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const name = String(issue?.path[0] ?? 'view');
  const value = (given[name] ?? '').slice(0, QUOTED);
  throw new ViewError(name, `${name} “${value}”: ${issue?.message ?? 'not valid'}`);
}
