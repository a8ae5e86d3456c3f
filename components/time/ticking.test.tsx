// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const ticks = new Set<() => void>();
let now = 0;
const live = {
  clock: { now: () => now },
  ticker: {
    subscribe: (tick: () => void) => {
      ticks.add(tick);
      return () => ticks.delete(tick);
    },
  },
};
vi.mock('../live/live-provider.tsx', () => ({ useLive: () => live }));
const { Ticking } = await import('./ticking.tsx');

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

/** As a browser's translation does: the text moves into elements of its own. */
function translate(element: Element): void {
  const outer = document.createElement('font');
  const inner = outer.appendChild(document.createElement('font'));
  inner.textContent = `${element.textContent} (translated)`;
  element.replaceChildren(outer);
}

test('time goes on in a page that the browser translated, and it renders again', () => {
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  const draw = (word: string) => act(() => root.render(<Ticking text={(at) => `${word} ${at}`} />));
  draw('held for');
  const span = document.querySelector('span') as HTMLSpanElement;
  translate(span);
  now = 7;
  for (const tick of ticks) tick();
  expect(span.textContent).toBe('held for 7');
  translate(span);
  draw('silent for');
  expect(span.textContent).toBe('silent for 7');
  act(() => root.unmount());
});
