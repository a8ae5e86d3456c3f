/**
 * One browser at the other end of a stream. What it has not read yet is bounded: a reader that
 * falls behind is told nothing more until it has caught up, and then the latest state.
 */

import type { EndMessage } from '../wire.ts';
import { sseFrame } from './sse.ts';

/** Bytes that may wait for a reader. */
const MOST_WAITING = 256 * 1024;

export class ViewReader {
  readonly stream: ReadableStream<Uint8Array>;
  readonly stillAllowed: () => boolean;
  readonly #onEnd: () => void;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  /** It must get a snapshot before anything else. */
  behind = true;

  /**
   * @param options.onReady told when there is room again for a reader that is behind.
   * @param options.onEnd told once when the stream is over, whoever ended it.
   */
  constructor(options: {
    signal: AbortSignal;
    stillAllowed: () => boolean;
    onReady: (reader: ViewReader) => void;
    onEnd: (reader: ViewReader) => void;
  }) {
    const { signal } = options;
    const onAbort = () => this.end(null);
    this.stillAllowed = options.stillAllowed;
    this.#onEnd = () => {
      signal.removeEventListener('abort', onAbort);
      options.onEnd(this);
    };
    this.stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => {
          if (this.behind) options.onReady(this);
        },
        cancel: () => this.end(null),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: MOST_WAITING }),
    );
    signal.addEventListener('abort', onAbort, { once: true });
  }

  get open(): boolean {
    return this.#controller !== null;
  }

  /** Sends a frame; a reader without room for it falls behind instead. */
  send(frame: Uint8Array): void {
    if (!this.#controller) return;
    if ((this.#controller.desiredSize ?? 0) <= 0) this.behind = true;
    else this.#controller.enqueue(frame);
  }

  /** Ends the stream, with a last word if there is one to say. Safe to call twice. */
  end(reason: EndMessage['reason'] | null): void {
    const controller = this.#controller;
    if (!controller) return;
    this.#controller = null;
    try {
      if (reason) controller.enqueue(sseFrame('end', { reason } satisfies EndMessage));
      controller.close();
    } catch {
      // The other side has cancelled already.
    }
    this.#onEnd();
  }
}
