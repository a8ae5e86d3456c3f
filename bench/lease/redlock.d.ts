/** The package has types, but its `exports` hide them. As much as is used here. */
declare module 'redlock' {
  import type { Redis } from 'ioredis';

  export interface Lock {
    release(): Promise<unknown>;
  }

  // biome-ignore lint/style/noDefaultExport: that is how the package exports it
  export default class Redlock {
    constructor(
      clients: Iterable<Redis>,
      settings?: { retryCount?: number; retryDelay?: number; retryJitter?: number },
    );
    acquire(resources: string[], durationMs: number): Promise<Lock>;
    on(event: 'error', listener: (error: unknown) => void): this;
  }
}
