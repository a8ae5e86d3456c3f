/** The events of a server-sent stream, as they arrive. */
export async function* serverEvents(
  response: Response,
): AsyncGenerator<{ event: string; data: string }> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    const frames = text.split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const lines = frame.split('\n');
      const event = lines.find((line) => line.startsWith('event: '))?.slice('event: '.length);
      const data = lines.filter((line) => line.startsWith('data: '));
      yield {
        event: event ?? 'message',
        data: data.map((line) => line.slice('data: '.length)).join('\n'),
      };
    }
  }
}
