'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { LeaseRow } from '@/lib/board/wire.ts';
import { useActions } from '../actions/actions-context.ts';
import { boardKey, isTyping } from '../keyboard/board-key.ts';
import { useCopy } from '../lease/use-copy.ts';
import type { ShownView } from './stable-view.ts';
import { rowHeightOf } from './visible-rows.ts';

interface Handlers {
  shown: ShownView;
  onOpen(row: LeaseRow): void;
  onToggle(row: LeaseRow): void;
  onPause(): void;
  onEscape(): void;
}

/** The table by keyboard. The active lease is kept by what it is, wherever it stands. */
export function useBoardKeys(handlers: Handlers): {
  activeId: string | null;
  activate(id: string): void;
} {
  const [activeId, setActiveId] = useState<string | null>(null);
  const acts = useActions();
  const copy = useCopy();
  const latest = useRef({ handlers, activeId, acts, copy });
  useEffect(() => {
    latest.current = { handlers, activeId, acts, copy };
  });

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { handlers: now, activeId: id, acts: may, copy: take } = latest.current;
      if (may.busy || isTyping(event) || document.querySelector('[role="dialog"]')) return;
      const key = boardKey(event);
      if (!key) return;
      const { shown } = now;
      const index = id === null ? -1 : shown.order.indexOf(id);
      const row = index < 0 ? null : shown.rowAt(index + shown.offset);
      if (key === 'down' || key === 'up') {
        event.preventDefault();
        const next = Math.min(
          shown.order.length - 1,
          Math.max(0, index < 0 ? 0 : index + (key === 'down' ? 1 : -1)),
        );
        const nextId = shown.order[next];
        if (nextId === undefined) return;
        setActiveId(nextId);
        reveal(next + shown.offset, nextId);
        return;
      }
      if (key === 'pause') {
        event.preventDefault();
        now.onPause();
        return;
      }
      if (key === 'escape') {
        now.onEscape();
        return;
      }
      if (!row) return;
      event.preventDefault();
      if (key === 'open') now.onOpen(row);
      else if (key === 'toggle') now.onToggle(row);
      else if (key === 'copy') take.link(row);
      else if (may.may(key)) may.open(key, row);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  return { activeId, activate: useCallback((id: string) => setActiveId(id), []) };
}

/** Brings a row on screen and gives it the focus once it is drawn. */
function reveal(index: number, id: string): void {
  const list = document.querySelector<HTMLElement>('.lease-grid [role="rowgroup"]:last-of-type');
  if (!list) return;
  const height = rowHeightOf(list);
  const top = list.getBoundingClientRect().top + index * height;
  const head = 110;
  const foot = 60;
  if (top < head) window.scrollBy({ top: top - head });
  else if (top + height > window.innerHeight - foot) {
    window.scrollBy({ top: top + height - window.innerHeight + foot });
  }
  focusWhenDrawn(id, FRAMES_TO_WAIT);
}

/** What scrolling brings in is drawn when there is time for it. */
const FRAMES_TO_WAIT = 60;
let waiting = 0;

function focusWhenDrawn(id: string, frames: number): void {
  cancelAnimationFrame(waiting);
  waiting = requestAnimationFrame(() => {
    const row = document.querySelector<HTMLElement>(`[data-lease="${CSS.escape(id)}"]`);
    if (row) row.focus({ preventScroll: true });
    else if (frames > 0) focusWhenDrawn(id, frames - 1);
  });
}
