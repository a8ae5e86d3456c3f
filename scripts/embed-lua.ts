/**
 * Turns folders of .lua files into modules: `new URL(…, import.meta.url)` breaks Next builds and
 * reading from the working directory breaks packages, so the text itself is put into TypeScript.
 *
 *   npx tsx scripts/embed-lua.ts            writes every lua-scripts.ts anew
 *   npx tsx scripts/embed-lua.ts --check    fails when one is not what its .lua files say
 *
 * A line `--@include name` is replaced by `include/name.lua`, from the script's own folder or else
 * from lib/lease's; parts may include others. One constant a file, named for it in camelCase.
 */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const LEASE_SCRIPTS = 'lib/lease/redis/scripts';

/** Folders of .lua files → the module made of each. Folders that do not exist are passed over. */
export const EMBEDDED: Readonly<Record<string, string>> = {
  [LEASE_SCRIPTS]: 'lib/lease/redis/lua-scripts.ts',
  'lib/history/scripts': 'lib/history/lua-scripts.ts',
  'lib/admin/scripts': 'lib/admin/lua-scripts.ts',
  'lib/observe/scripts': 'lib/observe/lua-scripts.ts',
  'lib/runs/scripts': 'lib/runs/lua-scripts.ts',
  'lib/pubsub/scripts': 'lib/pubsub/lua-scripts.ts',
};

/** The text of the module that embeds a folder's scripts; `null` when the folder does not exist. */
export function moduleOf(folder: string, root = ROOT): string | null {
  const path = join(root, folder);
  if (!existsSync(path)) return null;
  const names = readdirSync(path).filter((name) => name.endsWith('.lua'));
  const scripts = names.sort().map((name) => constantOf(basename(name, '.lua'), path, root));
  return `// Made by scripts/embed-lua.ts from ${folder}/*.lua. Change those, then run it.\n\n${scripts.join('\n')}`;
}

function constantOf(name: string, folder: string, root: string): string {
  const source = withIncludes(readFileSync(join(folder, `${name}.lua`), 'utf8'), folder, root);
  const sha1 = createHash('sha1').update(source).digest('hex');
  const constant = name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const literal = source.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${');
  return `export const ${constant} = {\n  name: '${name}',\n  sha1: '${sha1}',\n  source: \`${literal}\`,\n} as const;\n`;
}

function withIncludes(source: string, folder: string, root: string): string {
  return source.replaceAll(/^--@include (\S+)$/gm, (_, name: string) => {
    const own = join(folder, 'include', `${name}.lua`);
    const shared = join(root, LEASE_SCRIPTS, 'include', `${name}.lua`);
    const part = readFileSync(existsSync(own) ? own : shared, 'utf8').trimEnd();
    return withIncludes(part, folder, root);
  });
}

/** The modules on disk that are not what their .lua files say. */
export function drifted(root = ROOT): string[] {
  return Object.entries(EMBEDDED).flatMap(([folder, target]) => {
    const wanted = moduleOf(folder, root);
    if (wanted === null) return [];
    const path = join(root, target);
    return existsSync(path) && readFileSync(path, 'utf8') === wanted ? [] : [target];
  });
}

function main(): void {
  if (process.argv.includes('--check')) {
    const stale = drifted();
    for (const target of stale)
      console.error(`${target} is stale: run npx tsx scripts/embed-lua.ts`);
    process.exitCode = stale.length === 0 ? 0 : 1;
    return;
  }
  for (const [folder, target] of Object.entries(EMBEDDED)) {
    const text = moduleOf(folder);
    if (text !== null) writeFileSync(join(ROOT, target), text);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
