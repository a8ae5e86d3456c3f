/** The Redis key of the stream that carries what a thread's runs publish. `threadKey` is `<resourceId>\0<threadId>`. */
export function threadStreamKey(prefix: string, threadKey: string): string {
  return `${prefix}:agent.thread-stream.${encodeURIComponent(threadKey)}`;
}
