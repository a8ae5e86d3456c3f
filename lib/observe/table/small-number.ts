/**
 * The same whole number, kept without an object of its own where it has 32 bits: arithmetic may
 * leave such an object behind, and one that is read or written at each renewal costs more than
 * the renewal does.
 */
export function asSmall(whole: number): number {
  const small = whole | 0;
  return small === whole ? small : whole;
}
