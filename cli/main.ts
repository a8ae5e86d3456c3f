/** The `leaseboard` command. */

import { type CommandLine, type Environment, readCommandLine } from './command-line.ts';
import { runCommand } from './commands.ts';
import { CommandError, EXIT } from './exit-codes.ts';
import { HELP, helpOf } from './help.ts';
import { plainLines } from './plain.ts';
import { DashboardSource } from './source/dashboard-source.ts';
import type { LeaseSource } from './source/lease-source.ts';
import { RedisSource } from './source/redis-source.ts';

/** Runs one command and answers its exit code. Output goes to stdout, what went wrong to stderr. */
export async function main(args: string[], env: Environment, version: string): Promise<number> {
  try {
    const line = readCommandLine(args, env);
    if (!('ask' in line)) return await withSource(line);
    if (line.ask === 'version') console.log(version);
    else process.stdout.write(line.about ? helpOf(line.about) : HELP);
    return EXIT.done;
  } catch (error) {
    // A message may quote what Redis or a dashboard answered.
    console.error(plainLines(error instanceof Error ? error.message : String(error)));
    return error instanceof CommandError ? error.exitCode : EXIT.failed;
  }
}

async function withSource(line: CommandLine): Promise<number> {
  await using source = sourceOf(line);
  return await runCommand(line, source);
}

function sourceOf({ where, prefixes, actor }: CommandLine): LeaseSource {
  if ('url' in where) return new DashboardSource({ ...where, actor });
  return new RedisSource({ url: where.redis, storeUrl: where.store, prefixes, actor });
}
