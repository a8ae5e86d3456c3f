/** A fingerprint of everything that goes into the production build, to skip a build that would change nothing. */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['app', 'components', 'lib', 'public', 'scripts/build'];
const ROOT_FILE =
  /^(package-lock\.json|package\.json|tsconfig\.json|(next|postcss)\.config\.js|(proxy|instrumentation)\.ts)$/;
const TEST_FILE = /\.test\.tsx?$/;

/** A hash of the names and contents of all build inputs below `root`. */
export function inputsHash(root: string): string {
  const hash = createHash('sha256').update(process.version);
  for (const path of inputFiles(root)) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function inputFiles(root: string): string[] {
  const top = readdirSync(root).filter((name) => ROOT_FILE.test(name));
  const below = FOLDERS.flatMap((folder) => filesBelow(root, folder));
  return [...top, ...below].filter((path) => !TEST_FILE.test(path)).sort();
}

function filesBelow(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => statSync(join(root, path)).isFile());
}
