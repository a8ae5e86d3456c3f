/** The built dashboard as a request handler: guard and headers in front, Next behind. */

import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PEER_HEADER } from '../auth/request.ts';
import { folderFor } from './base-path.ts';
import { isFormForPage, isWellFormed } from './form-check.ts';
import { type GuardOptions, isDataPath, type Refusal, refusalOf } from './request-guard.ts';
import { DATA_POLICY, RESPONSE_HEADERS, TLS_HEADERS } from './response-headers.ts';

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

export interface DashboardHandlerOptions extends GuardOptions {
  /** The standalone folder of the build. */
  folder: string;
  /** Where the server listens, for requests that Next makes to itself. */
  host: string;
  port: number;
}

interface StartServer {
  getRequestHandlers(options: object): Promise<{
    requestHandler: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  }>;
}

/** Prepares Next. Settings are read from the environment, as in a process of its own. */
export async function dashboardHandler({
  folder,
  host,
  port,
  ...guard
}: DashboardHandlerOptions): Promise<RequestHandler> {
  const served = folderFor(folder, guard.basePath);
  process.once('exit', served.remove);
  const files = readFileSync(join(served.path, '.next/required-server-files.json'), 'utf8');
  const { config } = JSON.parse(files);
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
  process.env.__NEXT_PRIVATE_ORIGIN = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const require = createRequire(join(served.path, 'package.json'));
  // Sets up what the rest of Next expects of the process.
  require('next');
  const { getRequestHandlers }: StartServer = require('next/dist/server/lib/start-server');
  const { requestHandler } = await getRequestHandlers({
    ...{ dir: served.path, hostname: host, port, isDev: false },
  });
  return (request, response) => {
    // Whatever the sender put there: where a request came from is the socket's word.
    request.headers[PEER_HEADER] = request.socket.remoteAddress ?? 'unknown';
    const path = pathBelow(request, guard.basePath);
    for (const [name, value] of Object.entries(headersFor(request, path)))
      response.setHeader(name, value);
    const refusal = refusalOf(request, guard);
    if (refusal) refuse(request, response, refusal);
    else answer(request, response, path, requestHandler).catch((error) => failed(response, error));
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  next: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<void> {
  if (isFormForPage(request, path)) {
    const isForm = await isWellFormed(request);
    if (isForm === null) return;
    if (!isForm) return refuse(request, response, NO_FORM);
  }
  await next(request, response);
}

const NO_FORM: Refusal = { status: 400, message: 'The body is not the form that it says it is.' };

/** The path below the base path, without its query. */
function pathBelow({ url = '' }: IncomingMessage, basePath: string): string {
  return url.slice(basePath.length).split('?', 1)[0] ?? '';
}

function headersFor({ headers }: IncomingMessage, path: string) {
  const isTls = headers['x-forwarded-proto'] === 'https';
  return {
    ...RESPONSE_HEADERS,
    ...(isTls ? TLS_HEADERS : {}),
    // A page brings its own, with its nonce: proxy.ts sets it.
    ...(isDataPath(path) ? { 'Content-Security-Policy': DATA_POLICY } : {}),
  };
}

function refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  const { status, message } = refusal;
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-security-policy': DATA_POLICY,
    'cache-control': 'no-store',
    // What is left of its body is not read.
    connection: 'close',
    ...(status === 405 ? { allow: 'GET, HEAD, POST, OPTIONS' } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : JSON.stringify({ error: message }));
}

function failed(response: ServerResponse, error: unknown): void {
  console.error(error);
  if (response.headersSent) response.destroy();
  else response.writeHead(500).end();
}
