/** What is known of leases beside what Redis says of them: runs, processes, holds, fences. */

import { Tally } from '../observe/table/tally.ts';
import type { RunState, RunView } from '../runs/run-view.ts';
import type { ProcessName } from './wire.ts';

export interface Annotation {
  run: RunView | null;
  process: ProcessName | null;
  holdBy: string | null;
  fence: string | null;
  /** Counts the changes, so that a view knows what to send again. */
  version: number;
}

const NOTHING: Annotation = { run: null, process: null, holdBy: null, fence: null, version: 0 };

/** What a source of annotations says; what is absent stays. */
export type AnnotationChange = Partial<Omit<Annotation, 'version'>>;

export class Annotations {
  /** By Redis key, one character per byte. */
  readonly #byKey = new Map<string, Annotation>();
  readonly #runs = new Tally<RunState>();

  of(key: string): Annotation | undefined {
    return this.#byKey.get(key);
  }

  /** Threads per state of their run. */
  byRun(): Partial<Record<RunState, number>> {
    return this.#runs.all();
  }

  set(key: string, change: AnnotationChange): void {
    const before = this.#byKey.get(key) ?? NOTHING;
    const after = { ...before, ...change, version: before.version + 1 };
    this.#count(before, after);
    this.#byKey.set(key, after);
  }

  /** A new owner's run, process and fence are not those of the one before. */
  forgetOwner(key: string): void {
    if (this.#byKey.has(key)) this.set(key, { run: null, process: null, fence: null });
  }

  delete(key: string): void {
    const before = this.#byKey.get(key);
    if (!before) return;
    this.#count(before, NOTHING);
    this.#byKey.delete(key);
  }

  #count(before: Annotation, after: Annotation): void {
    if (before.run?.state === after.run?.state) return;
    if (before.run) this.#runs.add(before.run.state, -1);
    if (after.run) this.#runs.add(after.run.state, 1);
  }
}
