/**
 * Programs as plain JavaScript. Loading a large one through a TypeScript loader takes seconds of a
 * core, and processes start often: in the demo, and in every test with real workers.
 */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** Within the project, so that packages are found from there. */
const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/leaseboard', import.meta.url));

/** Paths by source: a program does not change while this process lives. */
const compiled = new Map<string, string>();

/**
 * Compiles a TypeScript program, packages left out, and returns the path of the result; the second
 * time at once. Its `import.meta.url` is the result's.
 * @param source the program's path.
 * @throws Error when it does not compile.
 */
export function compiledProgram(source: string): string {
  const known = compiled.get(source);
  if (known !== undefined) return known;
  const path = compile(source);
  compiled.set(source, path);
  return path;
}

/** The name holds the content's hash, so that processes that compile at the same time agree. */
function compile(source: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [source],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20.9',
    write: false,
    logLevel: 'error',
  });
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 12);
  const path = join(FOLDER, `${basename(source, '.ts')}-${hash}.mjs`);
  if (existsSync(path)) return path;
  mkdirSync(FOLDER, { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, code);
  renameSync(draft, path);
  return path;
}
