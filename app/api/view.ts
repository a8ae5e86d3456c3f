import { parseView, ViewError } from '@/lib/board/index.ts';
import type { LeaseView } from '@/lib/board/wire.ts';
import { HttpError } from './http.ts';

/**
 * The view that a request asks for.
 * @throws HttpError 400 naming the parameter that is wrong.
 */
export function viewOf(request: Request): LeaseView {
  try {
    return parseView(new URL(request.url).searchParams);
  } catch (error) {
    if (error instanceof ViewError) throw new HttpError(400, error.message);
    throw error;
  }
}
