/**
 * The bars of a line as a few paths. A picture of hundreds of bars, ticks and marks would be
 * thousands of elements; what looks alike is one. Pure.
 */

import type { Bar } from './drawing.ts';
import type { Hold } from './holds.ts';
import { BAR } from './plot-sizes.ts';

/** Bars that look alike. */
export interface BarPath {
  id: string;
  d: string;
  fill: string;
  /** Known by a later difference only. */
  isFaint: boolean;
  /** Their beginning was not seen. */
  isOpen: boolean;
}

export type EndShape = 'circle' | 'diamond' | 'line';
export type EndTone = 'act' | 'odd' | 'plain';

/** Ends of holds that look alike. */
export interface EndPath {
  id: string;
  shape: EndShape;
  tone: EndTone;
  d: string;
}

/** Ends of bars narrower than this would hide each other. */
const SMALLEST_MARKED = 5;
const CORNER = 5;
const CIRCLE = 3.5;
const TICK = 6;
/** The colour of blocks of several holds. */
const BLOCK = 'var(--idle)';

/** The bars, by how they look. */
export function barPaths(bars: readonly Bar[], colourOf: (owner: string) => string): BarPath[] {
  const paths = new Map<string, BarPath>();
  for (const bar of bars) {
    const { hold, count } = bar;
    const fill = count > 1 ? BLOCK : colourOf(hold.owner);
    const isFaint = hold.beginSource === 'reconciled';
    const isOpen = hold.begin === 'unknown';
    const id = `${fill} ${isFaint} ${isOpen}`;
    const path = paths.get(id) ?? { id, d: '', fill, isFaint, isOpen };
    path.d += barShape(bar);
    paths.set(id, path);
  }
  return [...paths.values()];
}

/** The outline of a bar. */
export function barShape({ x, width }: Pick<Bar, 'x' | 'width'>): string {
  const length = Math.max(width - 1, 1.5);
  const corner = Math.min(CORNER, length / 2);
  const arc = (dx: number, dy: number) => `a${px(corner)} ${px(corner)} 0 0 1 ${px(dx)} ${px(dy)}`;
  const [across, down] = [length - 2 * corner, BAR - 2 * corner];
  return [
    `M${px(x + corner)} 0h${px(across)}${arc(corner, corner)}v${px(down)}${arc(-corner, corner)}`,
    `h${px(-across)}${arc(-corner, -corner)}v${px(-down)}${arc(corner, -corner)}z`,
  ].join('');
}

/** All renewals of a line. */
export function renewalPath(bars: readonly Bar[]): string {
  const ticks = bars.flatMap(({ renewals }) => renewals);
  return ticks.map((x) => `M${px(x)} ${BAR - TICK}v${TICK}`).join('');
}

/** The ends of holds that can be seen, by how they look. */
export function endPaths(bars: readonly Bar[], width: number): EndPath[] {
  const paths = new Map<string, EndPath>();
  for (const bar of bars) {
    if (!hasEndMark(bar, width)) continue;
    const shape = endShape(bar.hold);
    const tone = endTone(bar.hold);
    const id = `${shape} ${tone}`;
    const path = paths.get(id) ?? { id, shape, tone, d: '' };
    path.d += endMark(shape, bar.x + bar.width);
    paths.set(id, path);
  }
  return [...paths.values()];
}

/** Whether the end of a bar is marked: it is in sight, and has room. */
export function hasEndMark({ hold, count, x, width }: Bar, plotWidth: number): boolean {
  return hold.end !== 'held' && count === 1 && x + width <= plotWidth && width >= SMALLEST_MARKED;
}

/** How the end of a hold is to be looked at: an act, something that ought not to be, or usual. */
export function endTone({ actor, end }: Pick<Hold, 'actor' | 'end'>): EndTone {
  if (actor) return 'act';
  return end === 'expired' || end === 'evicted' || end === 'unknown' ? 'odd' : 'plain';
}

/** The bar at a place; what is too narrow to be hit has a little room around it. */
export function barAt(bars: readonly Bar[], x: number): Bar | null {
  return bars.findLast((bar) => x >= bar.x - 3 && x <= bar.x + Math.max(bar.width, 3)) ?? null;
}

function endShape({ end, actor }: Hold): EndShape {
  if (end === 'transferred') return 'circle';
  return actor ? 'diamond' : 'line';
}

function endMark(shape: EndShape, x: number): string {
  if (shape === 'diamond') return `M${px(x)} ${BAR + 3}l4 4l-4 4l-4 -4z`;
  if (shape === 'line') return `M${px(x)} -3V${BAR + 3}`;
  const half = (dx: number) => `a${CIRCLE} ${CIRCLE} 0 0 1 ${dx} 0`;
  return `M${px(x - CIRCLE)} ${BAR + 7}${half(2 * CIRCLE)}${half(-2 * CIRCLE)}z`;
}

function px(value: number): number {
  return Math.round(value * 100) / 100;
}
