/** Server-sent events on the wire. */

const encoder = new TextEncoder();

/** Encodes one message. JSON holds no line breaks, so one `data` line is enough. */
export function sseFrame(event: string, data: unknown, id?: string): Uint8Array {
  const head = id === undefined ? '' : `id: ${id}\n`;
  return encoder.encode(`${head}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}
