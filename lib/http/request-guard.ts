/**
 * Looks at a request before the framework does, and refuses what no page or program of ours sends:
 * parsing such requests can take a second or hundreds of megabytes, with nobody signed in.
 */

import type { IncomingMessage } from 'node:http';

/** Far above what the pages and the command line send: a search, a cursor and a few filters. */
const LONGEST_QUERY_STRING = 8192;
/** Reading parameters takes time quadratic in how often a name is repeated. */
const MOST_PARAMETERS = 64;
const LONGEST_PATH = 8192;

const KB = 1024;
/** Answered with data or a file; everything else is a page. */
const DATA_PATH = /^\/(?:api|_next)\/|^\/(?:healthz|readyz)\b|\.svg$/;
const SIGN_IN = /^\/(?:api\/)?sign-in\/?$/;
const SIGN_IN_BYTES = 8 * KB;
/** One action, with names of the longest kind. */
const ACTION_BYTES = 64 * KB;
/** A lease in the list of an action on many: its id, its owner and what frames them. */
const BYTES_PER_LEASE = 512;

/** What is answered, beside the limits that are the same everywhere. */
export interface GuardOptions {
  /** `''` or `/name`. */
  basePath: string;
  /** How many leases one action may name. */
  bulkLimit: number;
}

/** Why a request is refused. */
export interface Refusal {
  status: 400 | 404 | 405 | 411 | 413 | 414 | 415;
  message: string;
}

const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS'];
const BODYLESS = ['GET', 'HEAD', 'OPTIONS'];

/** Whether a path below the base path is answered with data, and not with a page. */
export function isDataPath(path: string): boolean {
  return DATA_PATH.test(path);
}

/** `null` for a request that may go on. */
export function refusalOf(
  { method = 'GET', url = '/', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  { basePath, bulkLimit }: GuardOptions,
): Refusal | null {
  if (!METHODS.includes(method)) return refuse(405, `${method} is not answered here.`);
  const [path = '', query = ''] = splitOnce(url, '?');
  return (
    refusalOfPath(path, basePath) ??
    refusalOfQuery(query) ??
    refusalOfForm(path.slice(basePath.length), headers['content-type']) ??
    refusalOfBody(method, bodyLimitOf(path.slice(basePath.length), bulkLimit), headers) ??
    refusalOfRouterState(headers['next-router-state-tree'])
  );
}

function refusalOfPath(path: string, basePath: string): Refusal | null {
  if (!path.startsWith('/')) return refuse(400, 'The request must name a path of this server.');
  if (path.length > LONGEST_PATH) {
    return refuse(414, `A path may have ${LONGEST_PATH} characters; got ${path.length}.`);
  }
  const isBelow = path === basePath || path.startsWith(`${basePath}/`);
  if (!isBelow) return refuse(404, `This dashboard is served under ${basePath}/.`);
  return isEncodedText(path) ? null : refuse(404, 'The path is not percent-encoded UTF-8.');
}

function refusalOfQuery(query: string): Refusal | null {
  if (query.length > LONGEST_QUERY_STRING) {
    const most = `A query string may have ${LONGEST_QUERY_STRING} characters`;
    return refuse(414, `${most}; got ${query.length}.`);
  }
  const parameters = query.split('&').length;
  if (parameters <= MOST_PARAMETERS) return null;
  return refuse(400, `A query may have ${MOST_PARAMETERS} parameters; got ${parameters}.`);
}

/** Next fails with a 500 on a multipart body where no form is expected. */
function refusalOfForm(path: string, type = ''): Refusal | null {
  const isForm = /^\s*multipart\//i.test(type);
  if (!isForm || SIGN_IN.test(path) || !isDataPath(path)) return null;
  return refuse(415, 'No form is expected here.');
}

/** Actions of a page may name many leases; those of the API name one. */
function bodyLimitOf(path: string, bulkLimit: number): number {
  if (SIGN_IN.test(path)) return SIGN_IN_BYTES;
  return path.startsWith('/api/') ? ACTION_BYTES : ACTION_BYTES + bulkLimit * BYTES_PER_LEASE;
}

function refusalOfBody(
  method: string,
  limit: number,
  headers: IncomingMessage['headers'],
): Refusal | null {
  const length = headers['content-length'];
  const isSent = headers['transfer-encoding'] !== undefined || Number(length ?? 0) > 0;
  if (BODYLESS.includes(method)) {
    return isSent ? refuse(400, `${method} takes no body.`) : null;
  }
  // With its length unknown, a body would have to be read to be refused. Browsers and proxies send it.
  if (length === undefined) return refuse(411, 'A body needs a Content-Length.');
  if (Number(length) <= limit) return null;
  return refuse(413, `A body here may have ${limit} bytes; got ${length}.`);
}

/** Next fails with a 500 on a router state that it cannot parse. */
function refusalOfRouterState(state: string | string[] | undefined): Refusal | null {
  if (state === undefined) return null;
  const isRead = typeof state === 'string' && Array.isArray(parsedState(state));
  return isRead ? null : refuse(400, 'Next-Router-State-Tree is not a router state.');
}

function parsedState(text: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(text));
  } catch {
    return null;
  }
}

function isEncodedText(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function refuse(status: Refusal['status'], message: string): Refusal {
  return { status, message };
}
