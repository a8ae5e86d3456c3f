/** What the diagnostics page shows. Types only; runs in Node and in the browser. */

import type { Saying } from './finding-text.ts';

export const FINDING_STATES = ['good', 'note', 'warning', 'problem'] as const;

export type FindingState = (typeof FINDING_STATES)[number];

/** One fact about the deployment, what it means, and what can be done about it. */
export interface Finding {
  /** Stable name: `events`, `rights`, `coverage`, `eviction`, `expiry`, `clock`, `role`, `versions`. */
  id: string;
  /** Which server it is about; `null` when about all of them or none. */
  node: string | null;
  state: FindingState;
  /** A few words: the fact. */
  title: Saying;
  /** A sentence or two: what it means here. */
  detail: Saying[];
  /** What to do, when there is something to do. */
  fix: Fix | null;
}

export interface Fix {
  /** What to do, in a sentence. */
  how: Saying;
  /** The exact line to type or set; `null` when there is none. */
  line: string | null;
  /** An act of this dashboard that does it; `null` when there is none. */
  act: 'enable-events' | null;
}
