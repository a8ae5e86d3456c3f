/** Reading what a URL asks for. */

import type { z } from 'zod';
import { problemsOf } from '@/lib/admin/index.ts';
import { HttpError } from './http.ts';

/**
 * The parameters of a request by a schema; empty ones count as absent, unknown ones are not looked at.
 * @throws HttpError 400 naming what is wrong.
 */
export function queryOf<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): z.infer<Schema> {
  const { searchParams } = new URL(request.url);
  const given = Object.fromEntries([...searchParams].filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new HttpError(400, problemsOf(result.error));
}
