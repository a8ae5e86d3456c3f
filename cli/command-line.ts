/** From the words on the command line to a command. */

import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { ACTIONS, type Action } from '../lib/admin/action.ts';
import { usageError } from './exit-codes.ts';

export const COMMANDS = [
  'ls',
  'get',
  'watch',
  'history',
  'adopters',
  'stop',
  'release',
  'transfer',
  'hold',
] as const;

export type CommandName = (typeof COMMANDS)[number];

export interface CommandLine {
  command: CommandName;
  /** What stands after the command. */
  words: string[];
  where: { url: string; token: string } | { redis: string; store: string };
  prefixes: string[];
  /** Who acts. */
  actor: string;
  json: boolean;
  options: {
    expectOwner?: string;
    expectOwnerDigest?: string;
    expectFence?: string;
    reason?: string;
    requestId?: string;
    to?: string;
    ttlMs?: number;
    dropQueue: boolean;
    limit?: number;
    sort?: string;
  };
}

export type Environment = Readonly<Record<string, string | undefined>>;

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

const OPTIONS = {
  url: text,
  token: text,
  redis: text,
  prefix: text,
  as: text,
  json: flag,
  'expect-owner': text,
  'expect-digest': text,
  'expect-fence': text,
  reason: text,
  'request-id': text,
  to: text,
  ttl: text,
  for: text,
  'drop-queue': flag,
  limit: text,
  sort: text,
  help: { ...flag, short: 'h' },
  version: flag,
} as const;

/** What is asked for instead of a command: the version, or help on everything or on one act. */
export type Question = { ask: 'version' } | { ask: 'help'; about: Action | null };

/**
 * Reads a command line, or what it asks.
 * @throws CommandError (usage) saying what was not understood.
 */
export function readCommandLine(args: string[], env: Environment): CommandLine | Question {
  const { values, positionals } = parsed(args);
  const [name, ...words] = positionals;
  if (values.version) return { ask: 'version' };
  if (values.help || name === undefined || name === 'help') {
    const subject = name === 'help' ? words[0] : name;
    return { ask: 'help', about: ACTIONS.find((act) => act === subject) ?? null };
  }
  const command = COMMANDS.find((known) => known === name);
  if (!command) throw usageError(`Unknown command ${name}. See leaseboard --help.`);
  return {
    command,
    words,
    where: whereOf(values, env),
    prefixes: prefixesOf(values.prefix ?? env.LEASEBOARD_PREFIXES),
    actor: values.as ?? userInfo().username,
    json: values.json ?? false,
    options: {
      expectOwner: values['expect-owner'],
      expectOwnerDigest: values['expect-digest'],
      expectFence: values['expect-fence'],
      reason: values.reason,
      requestId: values['request-id'],
      to: values.to,
      ttlMs: durationOf(values.ttl ?? values.for),
      dropQueue: values['drop-queue'] ?? false,
      limit: countOf(values.limit),
      sort: values.sort,
    },
  };
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw usageError(error instanceof Error ? error.message : String(error));
  }
}

function whereOf(
  { url, redis, token }: { url?: string; redis?: string; token?: string },
  env: Environment,
): CommandLine['where'] {
  if (url && redis) throw usageError('Give --url or --redis, not both.');
  const dashboard = url ?? (redis ? undefined : env.LEASEBOARD_URL);
  if (dashboard) {
    if (!URL.canParse(dashboard)) throw usageError(`Not a URL: ${dashboard}`);
    const given = token ?? env.LEASEBOARD_TOKEN;
    if (!given) throw usageError('The dashboard wants --token or LEASEBOARD_TOKEN.');
    return { url: dashboard, token: given };
  }
  const direct = redis ?? env.REDIS_URL;
  if (direct) return { redis: direct, store: env.LEASEBOARD_STORE_URL || direct };
  throw usageError('Say where: --url, --redis, LEASEBOARD_URL or REDIS_URL.');
}

function prefixesOf(list: string | undefined): string[] {
  const prefixes = (list ?? '').split(',').map((prefix) => prefix.trim());
  const named = prefixes.filter((prefix) => prefix !== '');
  return named.length > 0 ? named : ['mastra:topic'];
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

function durationOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const [, count, unit] = /^(\d+)(ms|s|m|h)$/.exec(given) ?? [];
  if (!count || !unit) throw usageError(`Not a time: ${given}. Write it as 500ms, 30s or 5m.`);
  return Number(count) * (UNIT_MS[unit] ?? 1);
}

function countOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const count = Number(given);
  if (Number.isInteger(count) && count > 0) return count;
  throw usageError(`Not a number of lines: ${given}`);
}
