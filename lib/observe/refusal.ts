/** Whether Redis answered with "you may not": it is there, and asking again changes nothing. */
export function isRefusal(message: string): boolean {
  return /\b(NOPERM|NOAUTH|WRONGPASS)\b/.test(message);
}
