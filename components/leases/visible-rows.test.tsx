// @vitest-environment happy-dom
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type RowRange, useVisibleRows } from './visible-rows.ts';

const ROW = 44;
let scrolled = 0;
const asked: RowRange[] = [];

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  scrolled = 0;
  asked.length = 0;
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, -scrolled * ROW, 0, 0),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

function List({ count }: { count: number }) {
  const [list, setList] = useState<HTMLElement | null>(null);
  const { start, end } = useVisibleRows(list, count, note);
  if (count === 0) return <p>none</p>;
  return (
    <div ref={setList}>
      {start} to {end}
    </div>
  );
}

function note(range: RowRange): void {
  asked.push(range);
}

function drawList(): (count: number) => string | null {
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  return (count) => {
    act(() => root.render(<List count={count} />));
    return document.body.textContent;
  };
}

function scrollTo(row: number): void {
  scrolled = row;
  act(() => window.dispatchEvent(new Event('scroll')));
}

/** Rows that the window is high, and six beyond. */
const END = Math.ceil(window.innerHeight / ROW) + 6;

test('a list that was empty shows rows as soon as it has some', () => {
  const draw = drawList();
  expect(draw(0)).toBe('none');
  expect(draw(3)).toBe('0 to 3');
});

test('and is measured where it stands when it comes', () => {
  const draw = drawList();
  draw(0);
  scrolled = 1000;
  expect(draw(5000)).toBe(`994 to ${1000 + END}`);
});

test('scrolling is followed, and what is on screen asked for', () => {
  const draw = drawList();
  draw(5000);
  scrollTo(1000);
  expect(draw(5000)).toBe(`994 to ${1000 + END}`);
  expect(asked.at(-1)).toEqual({ start: 994, end: 1000 + END });
});

test('a list that went and came is measured anew', () => {
  const draw = drawList();
  draw(5000);
  scrollTo(1000);
  expect(draw(0)).toBe('none');
  scrolled = 0;
  expect(draw(5000)).toBe(`0 to ${END}`);
  scrollTo(20);
  expect(draw(5000)).toBe(`14 to ${20 + END}`);
});

test('no row beyond the last one', () => {
  const draw = drawList();
  draw(5000);
  scrollTo(4990);
  expect(draw(5000)).toBe('4984 to 5000');
});
