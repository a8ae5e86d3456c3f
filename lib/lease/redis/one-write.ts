/**
 * Commands of one turn of the event loop leave in one write to the socket. ioredis writes each by
 * itself, and with many in flight those system calls cost more than everything else together.
 */

import { isCluster, type RedisClient } from './script.ts';

interface Corkable {
  cork(): void;
  uncork(): void;
}

const corked = new WeakSet<Corkable>();

/** To be called before a command is sent. Delays nothing: what was gathered is written before any I/O. */
export function gatherWrites(redis: RedisClient): void {
  if (isCluster(redis)) return;
  const socket: unknown = Reflect.get(redis, 'stream');
  if (!isCorkable(socket) || corked.has(socket)) return;
  corked.add(socket);
  socket.cork();
  process.nextTick(() => {
    corked.delete(socket);
    socket.uncork();
  });
}

function isCorkable(value: unknown): value is Corkable {
  return typeof value === 'object' && value !== null && 'cork' in value && 'uncork' in value;
}
