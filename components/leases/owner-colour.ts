import type { LeaseRow } from '@/lib/observe/wire.ts';

const COLOURS = 8;

/** A colour for whoever holds a lease: the same for everything one process holds, and everywhere on screen. */
export function ownerColour(row: Pick<LeaseRow, 'owner' | 'process' | 'run'>): string {
  const identity = row.process?.id ?? row.run?.processId ?? row.owner;
  return identity === null ? 'var(--ink3)' : processColour(identity);
}

/** The colour of one process or, where that is not known, of one owner. */
export function processColour(identity: string): string {
  return `var(--owner${(hash(identity) % COLOURS) + 1})`;
}

/** FNV-1a: stable over reloads and machines. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < Math.min(text.length, 512); i++) {
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  }
  return (value ^ (value >>> 15)) >>> 0;
}
