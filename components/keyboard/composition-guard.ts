/**
 * Keeps keys that belong to an input method from the page. The Escape that ends a composition would
 * close a dialog or clear a search, the Enter that takes one would submit it. The input method still
 * gets them: only handlers are passed by.
 */
export function guardComposition(target: EventTarget = window): () => void {
  const onKeyDown = (event: Event) => {
    if (belongsToComposition(event as KeyboardEvent)) event.stopImmediatePropagation();
  };
  // Captured at the window: before React, and before Radix, which listens at the document.
  target.addEventListener('keydown', onKeyDown, { capture: true });
  return () => target.removeEventListener('keydown', onKeyDown, { capture: true });
}

/** Safari ends the composition before the key press that did so, and marks that by its code alone. */
function belongsToComposition({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229;
}
