/** Which of the colours for owners something has. Runs in Node and in the browser. */

/** How many colours there are; the page's styles number them from 1. */
export const COLOUR_PLACES = 8;

/** The place that an identity wants, from 0: the same over reloads and machines. FNV-1a. */
export function colourPlace(identity: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < Math.min(identity.length, 512); at++) {
    value = Math.imul(value ^ identity.charCodeAt(at), 0x01000193);
  }
  return ((value ^ (value >>> 15)) >>> 0) % COLOUR_PLACES;
}
