import { redisKeyOf } from '@/lib/keys/lease-id.ts';

/** Whether an id names a lease of this deployment, held or free: a key below one of its prefixes. */
export function isWatchedLease(leaseId: string, prefixes: readonly string[]): boolean {
  const key = redisKeyOf(leaseId);
  if (!key) return false;
  return prefixes.some((prefix) => {
    const start = new TextEncoder().encode(`${prefix}:lease:`);
    return key.length > start.length && start.every((byte, at) => key[at] === byte);
  });
}
