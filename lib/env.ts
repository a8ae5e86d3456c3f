/** The only reader of process.env. Bad values end the start with one message that names them all. */

import { isIPv4 } from 'node:net';
import { z } from 'zod';
import { ACTIONS } from './admin/action.ts';
import { isAddressOrSubnet } from './auth/trusted-proxies.ts';

const REDIS_URL = /^rediss?:\/\/\S+$/;

const redisUrl = z
  .string()
  .regex(REDIS_URL, 'must start with redis:// or rediss://')
  .refine(
    isReadableUrl,
    'cannot be read: percent-encode special characters of user and password (% as %25, # as %23, / as %2F, ? as %3F)',
  );

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

const token = z
  .string()
  .min(16, 'must have at least 16 characters')
  .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')
  .refine((text) => new Set(text).size >= 6, 'must not be so easy to guess: use a random text');

/** Without a slash at the end; `/` alone is no base path. */
const basePath = z
  .string()
  .transform((text) => text.replace(/\/+$/, ''))
  .pipe(
    z
      .string()
      .max(200, 'must have at most 200 characters')
      .regex(
        /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/,
        'must begin with a slash and have letters, digits, - . _ ~ and slashes only',
      ),
  );

const schema = z
  .object({
    REDIS_URL: redisUrl.default('redis://127.0.0.1:6379'),
    LEASEBOARD_STORE_URL: redisUrl.optional(),
    LEASEBOARD_PREFIXES: list
      .pipe(z.array(z.string()).min(1, 'must name at least one prefix'))
      .default(['mastra:topic']),
    PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
    LEASEBOARD_HOST: z.string().min(1).default('127.0.0.1'),
    LEASEBOARD_BASE_PATH: basePath.default(''),
    LEASEBOARD_NAME: z.string().min(1).max(60).optional(),
    LEASEBOARD_STAGE: z.string().min(1).max(20).optional(),
    LEASEBOARD_TOKEN: token.optional(),
    LEASEBOARD_VIEWER_TOKEN: token.optional(),
    LEASEBOARD_TRUSTED_PROXIES: list
      .pipe(z.array(z.string().refine(isAddressOrSubnet, 'must be addresses or subnets')))
      .default([]),
    LEASEBOARD_ORIGINS: list
      .pipe(z.array(z.string().refine(isOrigin, 'must be origins, as in https://board.example')))
      .default([]),
    LEASEBOARD_HISTORY: z.enum(['on', 'off']).default('on'),
    LEASEBOARD_DISABLE_ACTS: list.pipe(z.array(z.enum(ACTIONS))).default([]),
    LEASEBOARD_READONLY_PREFIXES: list.default([]),
    LEASEBOARD_ENABLE_EVENTS: z.enum(['yes', 'no']).default('no'),
    LEASEBOARD_BULK_LIMIT: z.coerce.number().int().min(1).max(100_000).default(1000),
    LEASEBOARD_SILENT_MS: z.coerce.number().int().min(1000).max(86_400_000).default(60_000),
    LEASEBOARD_LOST_MS: z.coerce.number().int().min(1000).max(86_400_000).default(10_000),
    LEASEBOARD_SAMPLE_MS: z.coerce.number().int().min(250).max(60_000).default(2000),
  })
  .refine((env) => env.LEASEBOARD_TOKEN !== undefined || isLoopback(env.LEASEBOARD_HOST), {
    path: ['LEASEBOARD_TOKEN'],
    message: 'must be set where LEASEBOARD_HOST is not a loopback address',
  })
  .refine((env) => !env.LEASEBOARD_TOKEN || env.LEASEBOARD_TOKEN !== env.LEASEBOARD_VIEWER_TOKEN, {
    path: ['LEASEBOARD_VIEWER_TOKEN'],
    message: 'must differ from LEASEBOARD_TOKEN',
  });

export type Env = z.infer<typeof schema>;

/** Whether a client could take user, password and address from it. A stray # would cut the password. */
function isReadableUrl(text: string): boolean {
  try {
    const { username, password, hash } = new URL(text);
    decodeURIComponent(username);
    decodeURIComponent(password);
    return hash === '';
  } catch {
    return false;
  }
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

/** Whether only this machine can connect. A name that begins with "127." is no address, and can lead anywhere. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/** Thrown by {@link parseEnv}; its message names every bad variable. */
export class EnvError extends Error {
  override name = 'EnvError';
}

/**
 * Reads the settings. Empty variables count as unset.
 * @throws EnvError naming every variable that is wrong and why; values are never quoted, they can be secrets.
 */
export function parseEnv(source: Record<string, string | undefined> = process.env): Env {
  const set = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = schema.safeParse(set);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `  ${String(issue.path[0])}: ${issue.message}`);
  throw new EnvError(`Leaseboard cannot start, these settings are wrong:\n${lines.join('\n')}`);
}

/** The product's version, put in by the build; `dev` where nothing was built. */
export const version = process.env.LEASEBOARD_VERSION ?? 'dev';

/** Which build this is, put in by it: another one for every change of the code. */
export const build = process.env.LEASEBOARD_BUILD ?? 'dev';
