import type { EventEmitter } from 'node:events';
import type { Redis } from 'ioredis';
import { eventHeader, FrameSkimmer } from './frame-skimmer.ts';

/**
 * Takes the events of the given patterns off the connection of a client, which then decodes what is
 * left. Where the client's connection cannot be got at, it tells of them itself as before.
 * @param keyAt how many bytes of a channel come before the key.
 */
export function skimEvents(
  redis: Redis,
  patterns: readonly string[],
  keyAt: number,
  event: (key: string, name: string) => void,
): void {
  const { stream } = redis as unknown as { stream?: EventEmitter };
  const decoders = stream?.listeners('data') ?? [];
  if (!stream || decoders.length === 0) return;
  const skimmer = new FrameSkimmer({
    headers: patterns.map(eventHeader),
    keyAt,
    event,
    rest: (bytes) => {
      for (const decode of decoders) decode.call(stream, bytes);
    },
  });
  stream.removeAllListeners('data');
  stream.on('data', (chunk: Buffer) => skimmer.write(chunk));
}
