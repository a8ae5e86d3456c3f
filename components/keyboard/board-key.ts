import type { Action } from '@/lib/admin/action.ts';

/** What a key means on the table. */
export type BoardKey = 'down' | 'up' | 'open' | 'toggle' | 'copy' | 'pause' | 'escape' | Action;

const KEYS: Record<string, BoardKey> = {
  j: 'down',
  ArrowDown: 'down',
  k: 'up',
  ArrowUp: 'up',
  Enter: 'open',
  x: 'toggle',
  c: 'copy',
  s: 'stop',
  r: 'release',
  t: 'transfer',
  h: 'hold',
  ' ': 'pause',
  Escape: 'escape',
};

/** Reads a key press; with a modifier it belongs to the browser. */
export function boardKey(event: KeyboardEvent): BoardKey | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  // Enter and space belong to a button or a link that has the focus, arrows to a list that scrolls.
  const own = event.target instanceof Element && event.target.closest('a, button, summary, ul');
  if (own && ['Enter', ' ', 'ArrowDown', 'ArrowUp'].includes(event.key)) return null;
  return KEYS[event.key] ?? null;
}

/** Whether the key goes into a field. */
export function isTyping(event: KeyboardEvent): boolean {
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox';
  return target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName);
}
