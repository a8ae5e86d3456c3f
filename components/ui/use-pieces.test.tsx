// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PIECE, usePieces } from './use-pieces.ts';

let frames: FrameRequestCallback[] = [];

beforeEach(() => {
  frames = [];
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  vi.stubGlobal('cancelAnimationFrame', () => {
    frames = [];
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

function List({ ids }: { ids: readonly string[] }) {
  const drawn = usePieces(ids);
  return ids.map((id) => (drawn.has(id) ? <i key={id}>{id}</i> : <b key={id} />));
}

function drawList() {
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  const drawn = () => [...document.querySelectorAll('i')].map(({ textContent }) => textContent);
  return {
    draw: (ids: readonly string[]) => {
      act(() => root.render(<List ids={ids} />));
      return drawn();
    },
    frame: () => {
      const due = frames;
      frames = [];
      act(() => {
        for (const frame of due) frame(0);
      });
      return drawn();
    },
    end: () => act(() => root.unmount()),
  };
}

const named = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => String(from + n));

test('the first list is drawn whole, and asks for no frame', () => {
  const { draw } = drawList();
  expect(draw(named(0, 40))).toEqual(named(0, 40));
  expect(frames).toEqual([]);
});

test('another list comes a piece a frame, the first rows first', () => {
  const { draw, frame } = drawList();
  draw(named(0, 40));
  expect(draw(named(100, 115))).toEqual(named(100, 100 + PIECE));
  expect(frame()).toEqual(named(100, 100 + 2 * PIECE));
  expect(frame()).toEqual(named(100, 115));
  frame();
  expect(frames).toEqual([]);
});

test('a frame has time for one piece, however often it renders', () => {
  const { draw, frame } = drawList();
  draw([]);
  expect(draw(named(0, 20))).toHaveLength(PIECE);
  expect(draw(named(0, 21))).toHaveLength(PIECE);
  expect(draw(named(0, 22))).toHaveLength(PIECE);
  expect(frame()).toHaveLength(2 * PIECE);
});

test('what is drawn stays drawn, and what is wanted no more goes', () => {
  const { draw } = drawList();
  draw(named(0, 10));
  expect(draw(named(2, 12))).toEqual(named(2, 12));
  expect(draw(named(2, 3))).toEqual(['2']);
});

test('a list that goes leaves no frame behind', () => {
  const { draw, end } = drawList();
  draw([]);
  draw(named(0, 20));
  expect(frames).toHaveLength(1);
  end();
  expect(frames).toEqual([]);
});
