/** Escapes text for Redis' glob patterns, so that a prefix matches itself and nothing else. */
export function escapeGlob(text: string): string {
  return text.replace(/[*?[\]\\^]/g, '\\$&');
}
