/** Sends a request as it is and judges the answer. */

import { Agent, type IncomingMessage, request } from 'node:http';
import type { HostileRequest } from './requests.ts';
import { MARKER } from './texts.ts';

const ANSWER_WITHIN_MS = 10_000;
/** A stream never ends; its beginning is judged. */
const STREAM_FOR_MS = 100;
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** What is wrong with the answer, or `null`. */
export async function faultOf(base: URL, sent: HostileRequest): Promise<string | null> {
  try {
    const { status, type, body } = await send(base, sent);
    if (status >= 500) return `answered ${status}: ${body.slice(0, 200)}`;
    if (/html|svg|xml/.test(type) && body.includes(MARKER)) return 'holds the text unescaped';
    return null;
  } catch (error) {
    // Refused before the body was read: the connection is closed on us.
    if (sent.body && sent.body.length > 8192 && isClosed(error)) return null;
    return String(error);
  }
}

function isClosed(error: unknown): boolean {
  return /ECONNRESET|EPIPE|socket hang up/.test(String(error));
}

function send(
  base: URL,
  { method, path, headers, body }: HostileRequest,
): Promise<{ status: number; type: string; body: string }> {
  return new Promise((resolve, reject) => {
    const length = body ? { 'content-length': String(body.length) } : {};
    const options = { agent, host: base.hostname, port: base.port, method, path };
    const out = request({ ...options, headers: { ...headers, ...length } }, (answer) => {
      const type = answer.headers['content-type'] ?? '';
      if (type.startsWith('text/event-stream')) setTimeout(() => answer.destroy(), STREAM_FOR_MS);
      read(answer).then((text) => {
        clearTimeout(timer);
        resolve({ status: answer.statusCode ?? 0, type, body: text });
      }, reject);
    });
    const timer = setTimeout(() => {
      out.destroy(new Error(`no answer within ${ANSWER_WITHIN_MS} ms`));
    }, ANSWER_WITHIN_MS);
    out.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    out.end(body ?? undefined);
  });
}

function read(answer: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('error', () => {});
    answer.on('close', () => resolve(Buffer.concat(chunks).toString()));
  });
}
