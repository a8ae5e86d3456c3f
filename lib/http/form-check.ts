/**
 * Next answers 500 to a multipart body that it cannot parse. So such a body, which is small by the
 * time it comes here, is parsed first, and put back for Next to read.
 */

import type { IncomingMessage } from 'node:http';
import { isDataPath } from './request-guard.ts';

/**
 * Whether the request is a form for a page: routes read theirs themselves, and want a stream that
 * nobody has read from. Its Content-Length is known, and within limits.
 */
export function isFormForPage({ method, headers }: IncomingMessage, path: string): boolean {
  if (method !== 'POST' || isDataPath(path)) return false;
  return /^\s*multipart\//i.test(headers['content-type'] ?? '');
}

/**
 * Reads the whole body and puts it back. `null` when it did not come whole, and there is nobody left
 * to answer.
 */
export async function isWellFormed(request: IncomingMessage): Promise<boolean | null> {
  const length = Number(request.headers['content-length'] ?? 0);
  const body = length === 0 ? Buffer.alloc(0) : await wholeBody(request, length);
  if (body === null) return null;
  if (length > 0) request.unshift(body);
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  try {
    await new Response(new Uint8Array(body), { headers }).formData();
    return true;
  } catch {
    return false;
  }
}

function wholeBody(request: IncomingMessage, length: number): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const look = () => {
      // Exactly so much: the stream does not end before what was read is put back.
      const body: Buffer | null = request.read(length);
      if (body !== null) done(body.length === length ? body : null);
    };
    const gone = () => done(null);
    const done = (body: Buffer | null) => {
      request.off('readable', look).off('close', gone);
      resolve(body);
    };
    request.on('readable', look).on('close', gone);
    look();
  });
}
