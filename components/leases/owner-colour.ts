import type { LeaseRow, ProcessName } from '@/lib/board/wire.ts';
import { colourPlace } from '@/lib/keys/colour-place.ts';

/** A colour for whoever holds a lease: the same for everything one process holds, and everywhere on screen. */
export function ownerColour(row: Pick<LeaseRow, 'owner' | 'process' | 'run'>): string {
  if (row.process) return colourOf(row.process);
  const identity = row.run?.processId ?? row.owner;
  return identity === null ? 'var(--ink3)' : processColour(identity);
}

/** The colour that the server gave to a process, so that two look different where they can. */
export function colourOf({ id, colour }: Pick<ProcessName, 'id' | 'colour'>): string {
  return colour === undefined ? processColour(id) : placed(colour);
}

/** The colour of one process or, where that is not known, of one owner. */
export function processColour(identity: string): string {
  return placed(colourPlace(identity));
}

function placed(place: number): string {
  return `var(--owner${place + 1})`;
}
