/** What a key does to the timeline. Pure. */

export type TimelineMove =
  /** To the hold before or after the selected one. */
  | { kind: 'step'; by: -1 | 1 }
  /** By a share of what is shown. */
  | { kind: 'pan'; share: number }
  | { kind: 'zoom'; factor: number }
  | { kind: 'start' | 'end' | 'fit' | 'deselect' };

interface KeyPress {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

const MOVES: Readonly<Record<string, TimelineMove>> = {
  '+': { kind: 'zoom', factor: 0.6 },
  '=': { kind: 'zoom', factor: 0.6 },
  '-': { kind: 'zoom', factor: 1.6 },
  '0': { kind: 'fit' },
  Home: { kind: 'start' },
  End: { kind: 'end' },
  Escape: { kind: 'deselect' },
};

/** The move for a key press; `null` for keys that belong to the page. */
export function moveFor({
  key,
  shiftKey,
  ctrlKey,
  metaKey,
  altKey,
}: KeyPress): TimelineMove | null {
  if (ctrlKey || metaKey || altKey) return null;
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const by = key === 'ArrowLeft' ? -1 : 1;
    return shiftKey ? { kind: 'pan', share: by * 0.2 } : { kind: 'step', by };
  }
  return MOVES[key] ?? null;
}
