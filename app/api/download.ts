/**
 * A text that is sent piece by piece, as a file to keep. Its head and the first entry are made before
 * the answer begins, so that what is wrong with the request is told by its status.
 * @throws what making them does.
 */
export async function download(
  pieces: Iterable<string> | AsyncIterable<string>,
  { name, type }: { name: string; type: string },
): Promise<Response> {
  const encoder = new TextEncoder();
  const source = toAsync(pieces);
  const begun = [await source.next(), await source.next()];
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = begun.shift() ?? (await source.next());
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
