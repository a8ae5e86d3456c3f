/** Writes text past React into an element that has nothing else in it. */
export function writeText(element: Element, text: string): void {
  if (element.textContent === text) return;
  const [node] = element.childNodes;
  // A browser that translates the page replaces the text with elements of its own.
  if (node instanceof Text && element.childNodes.length === 1) node.nodeValue = text;
  else element.textContent = text;
}
