/**
 * Bytes from Redis as text for people: UTF-8 where it is UTF-8, `\xNN` for each byte that is not.
 * For showing and searching only; comparing is done on bytes.
 */

const ESCAPES = Array.from(
  { length: 256 },
  (_, byte) => `\\x${byte.toString(16).padStart(2, '0')}`,
);

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes bytes for display, in time linear to their number. Never throws and never hides a byte. */
export function textOf(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    return escapeInvalid(bytes);
  }
}

/** Anybody can write a megabyte of invalid bytes, so none of them costs an exception. */
function escapeInvalid(bytes: Uint8Array): string {
  const parts: string[] = [];
  let valid = 0;
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) {
      if (at > valid) parts.push(strict.decode(bytes.subarray(valid, at)));
      parts.push(ESCAPES[bytes[at] ?? 0] ?? '');
      valid = at + 1;
    }
    at += length || 1;
  }
  if (at > valid) parts.push(strict.decode(bytes.subarray(valid, at)));
  return parts.join('');
}

/** The length of the valid UTF-8 sequence that begins here, or 0 (RFC 3629, section 4). */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const [least, most] = secondByteRange(first);
  const second = bytes[at + 1] ?? 0;
  if (second < least || second > most) return 0;
  for (let next = at + 2; next < at + length; next++) {
    const byte = bytes[next] ?? 0;
    if (byte < 0x80 || byte > 0xbf) return 0;
  }
  return length;
}

/** Narrower after some first bytes: no overlong forms, no surrogates, nothing above U+10FFFF. */
function secondByteRange(first: number): [number, number] {
  switch (first) {
    case 0xe0:
      return [0xa0, 0xbf];
    case 0xed:
      return [0x80, 0x9f];
    case 0xf0:
      return [0x90, 0xbf];
    case 0xf4:
      return [0x80, 0x8f];
    default:
      return [0x80, 0xbf];
  }
}
