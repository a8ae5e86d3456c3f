/** No events at all: the watcher scans again and again. The source itself has nothing to tell. */

import type { ChangeSource } from './change-source.ts';

export class SamplingSource implements ChangeSource {
  readonly mode = 'sampling';
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }

  async start(): Promise<void> {}

  async probeLag(): Promise<number | null> {
    return null;
  }

  close(): void {}
}
