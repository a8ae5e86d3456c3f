/** A reader of server-sent events, counting what it gets. */

/**
 * Reads until `take` answers false or the stream ends.
 * @returns the bytes read.
 */
export async function readEvents(
  stream: ReadableStream<Uint8Array>,
  // biome-ignore lint/suspicious/noExplicitAny: the bench looks into every kind of message.
  take: (event: string, data: any) => boolean,
): Promise<number> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return bytes;
    bytes += value.length;
    text += decoder.decode(value, { stream: true });
    const frames = text.split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const event = /^event: (.*)$/m.exec(frame)?.[1] ?? '';
      const data = JSON.parse(/^data: (.*)$/m.exec(frame)?.[1] ?? 'null');
      if (take(event, data)) continue;
      await reader.cancel();
      return bytes;
    }
  }
}
