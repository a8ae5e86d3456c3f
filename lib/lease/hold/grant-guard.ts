import type { GrantGuard } from '../contract.ts';

/** Restricts what is done to this very grant, where the backend fences. */
export function guardOf({ fence }: { fence?: string | undefined }): GrantGuard | undefined {
  return fence === undefined ? undefined : { fence };
}
