/** A text that is sent piece by piece, as a file to keep. */
export function download(
  pieces: Iterable<string> | AsyncIterable<string>,
  { name, type }: { name: string; type: string },
): Response {
  const encoder = new TextEncoder();
  const source = toAsync(pieces);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await source.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await source.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  });
}

async function* toAsync(pieces: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  yield* pieces;
}
