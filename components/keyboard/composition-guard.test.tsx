// @vitest-environment happy-dom
import { Dialog as Radix } from 'radix-ui';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { guardComposition } from './composition-guard.ts';

let stop: () => void;
const seen: string[] = [];

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  seen.length = 0;
  stop = guardComposition();
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

/** A press in the field of a dialog, watched at every place where the page listens to keys. */
function pressInDialog(init: KeyboardEventInit): string[] {
  const note = (place: string) => () => void seen.push(place);
  const atDocument = note('document');
  document.addEventListener('keydown', atDocument);
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  act(() =>
    root.render(
      <Radix.Root open onOpenChange={note('dialog')}>
        <Radix.Portal>
          <Radix.Content aria-describedby={undefined}>
            <Radix.Title>Search</Radix.Title>
            <input id="field" onKeyDown={note('field')} />
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>,
    ),
  );
  const press = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
  act(() => void document.getElementById('field')?.dispatchEvent(press));
  document.removeEventListener('keydown', atDocument);
  act(() => root.unmount());
  return seen;
}

const COMPOSING: Record<string, KeyboardEventInit> = {
  'Escape that ends a composition': { key: 'Escape', isComposing: true },
  'Enter that takes a composition': { key: 'Enter', isComposing: true },
  'Escape as Safari sends it': { key: 'Escape', keyCode: 229 } as KeyboardEventInit,
};

for (const [name, init] of Object.entries(COMPOSING)) {
  test(`${name} reaches no handler`, () => {
    expect(pressInDialog(init)).toEqual([]);
  });
}

test('an Escape without a composition reaches all of them', () => {
  expect(pressInDialog({ key: 'Escape' }).sort()).toEqual(['dialog', 'document', 'field']);
});
