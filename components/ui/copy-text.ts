/**
 * Puts a text on the clipboard; false when the browser refuses. On plain HTTP, where there is no
 * `navigator.clipboard`, by the older command, without moving the focus out of a dialog.
 */
export async function copyText(text: string): Promise<boolean> {
  if (!navigator.clipboard) return copyByCommand(text);
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Refused by a policy or a setting, which may not hold for the command.
    return copyByCommand(text);
  }
}

function copyByCommand(text: string): boolean {
  let copied = false;
  const onCopy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
    copied = event.clipboardData !== null;
  };
  // Some browsers copy only where something is selected, in a field or in the document.
  const selection = getSelection();
  const before = selection?.rangeCount ? selection.getRangeAt(0) : null;
  const stand = document.body.appendChild(document.createElement('span'));
  stand.textContent = '.';
  stand.style.cssText = 'position:fixed;top:0;opacity:0;user-select:text;-webkit-user-select:text';
  selection?.selectAllChildren(stand);
  document.addEventListener('copy', onCopy, { capture: true });
  try {
    document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', onCopy, { capture: true });
    stand.remove();
    selection?.removeAllRanges();
    if (before) selection?.addRange(before);
  }
  return copied;
}
