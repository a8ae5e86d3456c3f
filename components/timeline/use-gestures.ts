'use client';

import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import type { TimeSpan } from './holds.ts';
import { panned, zoomed } from './time-view.ts';
import { useFrame } from './use-frame.ts';

export interface GestureTarget {
  view: TimeSpan;
  extent: TimeSpan;
  /** Width of the plot in pixels. */
  width: number;
  /** Left edge of the plot within the element. */
  left: number;
  show(view: TimeSpan): void;
}

const CLICK_PX = 4;

/**
 * Drag and two fingers pan and zoom; the wheel zooms where the pointer is, and sideways pans. At
 * the widest, the wheel scrolls the page as it always does.
 */
export function useGestures(element: RefObject<HTMLElement | null>, target: GestureTarget) {
  const latest = useRef(target);
  latest.current = target;
  const showSoon = useFrame(target.show);
  // Between two frames, moves add up on what will be shown.
  const show = useRef((view: TimeSpan) => {
    latest.current = { ...latest.current, view };
    showSoon(view);
  }).current;
  const pointers = useRef(new Map<number, number>());
  const dragged = useRef(0);

  useEffect(() => {
    const node = element.current;
    if (!node) return;
    const onWheel = (event: WheelEvent) => {
      const { view, extent, width } = latest.current;
      const sideways = event.shiftKey ? event.deltaY : event.deltaX;
      const length = view.to - view.from;
      if (Math.abs(sideways) > Math.abs(event.deltaY) || event.shiftKey) {
        event.preventDefault();
        show(panned(view, (sideways / width) * length, extent));
        return;
      }
      const isWidest = length >= extent.to - extent.from;
      if (event.deltaY === 0 || (isWidest && event.deltaY > 0)) return;
      event.preventDefault();
      const around = momentUnder(node, event.clientX, latest.current);
      show(zoomed(view, around, 1.0015 ** event.deltaY, extent));
    };
    node.addEventListener('wheel', onWheel, { passive: false });
    return () => node.removeEventListener('wheel', onWheel);
  }, [element, show]);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    pointers.current.set(event.pointerId, event.clientX);
    dragged.current = 0;
  };

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const before = pointers.current.get(event.pointerId);
    if (before === undefined) return;
    const { view, extent, width } = latest.current;
    const moved = event.clientX - before;
    dragged.current += Math.abs(moved);
    if (dragged.current > CLICK_PX) event.currentTarget.setPointerCapture(event.pointerId);
    const length = view.to - view.from;
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, event.clientX);
    if (other === undefined) {
      show(panned(view, -(moved / width) * length, extent));
      return;
    }
    const apart = Math.max(Math.abs(event.clientX - other), 8);
    const wasApart = Math.max(Math.abs(before - other), 8);
    const around = momentUnder(event.currentTarget, other, latest.current);
    show(zoomed(view, around, wasApart / apart, extent));
  };

  const onPointerEnd = (event: PointerEvent<HTMLElement>) => {
    pointers.current.delete(event.pointerId);
  };

  return {
    onPointerDown,
    onPointerMove,
    onPointerUp: onPointerEnd,
    onPointerCancel: onPointerEnd,
    onLostPointerCapture: onPointerEnd,
  };
}

function momentUnder(node: Element, clientX: number, { view, width, left }: GestureTarget): number {
  const x = clientX - node.getBoundingClientRect().left - left;
  return view.from + (Math.min(Math.max(x, 0), width) / width) * (view.to - view.from);
}
