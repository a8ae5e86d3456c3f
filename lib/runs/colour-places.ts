/** Gives each process a colour of its own for as long as there are enough of them. */

import { COLOUR_PLACES, colourPlace } from '../keys/colour-place.ts';

const MOST_KNOWN = 1000;

export class ColourPlaces {
  readonly #isLive: (id: string) => boolean;
  readonly #places = new Map<string, number>();

  /** @param isLive whether a process still counts: the colour of one that does not may be given away. */
  constructor(isLive: (id: string) => boolean) {
    this.#isLive = isLive;
  }

  /** The place of a process among the colours, from 0. Once given it stays, until long forgotten. */
  of(id: string): number {
    const known = this.#places.get(id);
    if (known !== undefined) return known;
    const place = this.#freest(colourPlace(id));
    this.#places.set(id, place);
    if (this.#places.size > MOST_KNOWN) {
      const [oldest] = this.#places.keys();
      if (oldest !== undefined) this.#places.delete(oldest);
    }
    return place;
  }

  /** The place that the fewest have; of several, the first from the wanted one on. */
  #freest(wanted: number): number {
    const taken = new Array<number>(COLOUR_PLACES).fill(0);
    for (const [id, place] of this.#places) {
      if (this.#isLive(id)) taken[place] = (taken[place] ?? 0) + 1;
    }
    const fewest = Math.min(...taken);
    for (let step = 0; step < COLOUR_PLACES; step++) {
      const place = (wanted + step) % COLOUR_PLACES;
      if (taken[place] === fewest) return place;
    }
    return wanted;
  }
}
