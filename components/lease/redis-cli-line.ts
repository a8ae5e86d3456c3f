/**
 * A line for a shell that shows a lease's owner and remaining time. The commands go in by standard
 * input, because redis-cli's own quoting carries every byte, NUL included, and an argument cannot.
 */
export function redisCliLine(redisKey: Uint8Array): string {
  const key = redisQuoted(redisKey);
  return `redis-cli <<'END'\nGET ${key}\nPTTL ${key}\nEND`;
}

/** A key as redis-cli reads it: plain, or in double quotes with every odd byte escaped. */
export function redisQuoted(bytes: Uint8Array): string {
  let text = '';
  let plain = bytes.length > 0;
  for (const byte of bytes) {
    const char = String.fromCharCode(byte);
    if (!/[\w:.@/+-]/.test(char)) plain = false;
    if (char === '\\' || char === '"') text += `\\${char}`;
    else if (byte >= 0x20 && byte < 0x7f) text += char;
    else text += `\\x${byte.toString(16).padStart(2, '0')}`;
  }
  return plain ? text : `"${text}"`;
}
