import type { LeaseSort } from '@/lib/board/wire.ts';
import type { PlainKey } from '../messages/translate.ts';

/** A search and an order, under a name. */
export interface NamedView {
  name: string;
  q: string;
  sort: LeaseSort;
}

/** Views that everybody has. */
export const USUAL_VIEWS: readonly { label: PlainKey; q: string; sort: LeaseSort }[] = [
  { label: 'views.all', q: '', sort: 'attention' },
  { label: 'views.trouble', q: 'health:silent,leaked,ghost,at-risk,no-expiry', sort: 'attention' },
  { label: 'views.waiting', q: 'health:waiting-for-person', sort: 'held' },
  { label: 'views.longest', q: '', sort: 'held' },
  { label: 'views.lowest', q: '', sort: 'ttl' },
  { label: 'views.recent', q: '', sort: 'last-change' },
];

const STORED = 'leaseboard.views';

/** The views saved in this browser. What cannot be read counts as none. */
export function readViews(storage: Pick<Storage, 'getItem'>): NamedView[] {
  try {
    const value: unknown = JSON.parse(storage.getItem(STORED) ?? '[]');
    return Array.isArray(value) ? value.filter(isView) : [];
  } catch {
    return [];
  }
}

export function writeViews(storage: Pick<Storage, 'setItem'>, views: readonly NamedView[]): void {
  storage.setItem(STORED, JSON.stringify(views));
}

/** Adds a view; one of the same name is replaced. */
export function withView(views: readonly NamedView[], view: NamedView): NamedView[] {
  return [...views.filter(({ name }) => name !== view.name), view];
}

function isView(value: unknown): value is NamedView {
  const { name, q, sort } = (value ?? {}) as Record<string, unknown>;
  return typeof name === 'string' && typeof q === 'string' && typeof sort === 'string';
}
