import type { LeaseView } from '@/lib/board/wire.ts';

/** The smallest view: a page without a table still needs counts, trust and the feed. */
export const NO_ROWS: LeaseView = {
  q: '',
  health: null,
  kind: null,
  sort: 'attention',
  limit: 1,
  offset: 0,
};

/** What the page watches: a view, or one lease. */
export interface Subject {
  view: LeaseView;
  /** Set: the stream is about this lease alone. */
  leaseId?: string;
}

/** The query string that asks the server for it; equal subjects give equal strings. */
export function subjectQuery({ view, leaseId }: Subject): string {
  if (leaseId !== undefined) return new URLSearchParams({ lease: leaseId }).toString();
  const query = new URLSearchParams();
  if (view.q !== '') query.set('q', view.q);
  if (view.health) query.set('health', view.health);
  if (view.kind) query.set('kind', view.kind);
  query.set('sort', view.sort);
  query.set('limit', String(view.limit));
  query.set('offset', String(view.offset));
  return query.toString();
}
