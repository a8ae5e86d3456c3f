/**
 * Bytes from Redis as text for people: UTF-8 where it is UTF-8, `\xNN` for each byte that is not.
 * For showing and searching only; comparing is done on bytes.
 */

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes bytes for display. Never throws and never loses a byte from view. */
export function textOf(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    return escapeInvalid(bytes);
  }
}

function escapeInvalid(bytes: Uint8Array): string {
  let text = '';
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length > 0) {
      text += strict.decode(bytes.subarray(at, at + length));
      at += length;
    } else {
      text += `\\x${(bytes[at] ?? 0).toString(16).padStart(2, '0')}`;
      at += 1;
    }
  }
  return text;
}

/** The length of the valid UTF-8 sequence that starts here, or 0. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  for (let length = 1; length <= 4 && at + length <= bytes.length; length++) {
    try {
      strict.decode(bytes.subarray(at, at + length));
      return length;
    } catch {
      // Not a whole character yet: try one more byte.
    }
  }
  return 0;
}
