/**
 * One build under any base path. Next takes a base path at build time only, so the build is made
 * under a placeholder; what the standalone folder serves has it taken out again, and the files that
 * held it are kept beside. A start under a base path serves a copy in which the placeholder is
 * replaced by that path.
 */

import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What the build is made under; next.config.js has the same. No name of ours or of Next contains it. */
export const PLACEHOLDER = '/__leaseboard_base_path__';

const ESCAPED_PLACEHOLDER = new RegExp(`(\\\\*)${PLACEHOLDER}`, 'g');

const BUILT = '.next';
const ROUTES = 'routes-manifest.json';
/** The files that hold the placeholder, as they were built. */
const TEMPLATES = 'base-path';

/**
 * Makes a freshly built standalone folder serve `/`, and keeps what other base paths need.
 * @returns how many files held the placeholder.
 */
export function settleAtRoot(standalone: string): number {
  const templates = join(standalone, TEMPLATES);
  rmSync(templates, { recursive: true, force: true });
  let held = 0;
  for (const path of filesBelow(join(standalone, BUILT))) {
    const content = readFileSync(join(standalone, BUILT, path));
    if (!content.includes(PLACEHOLDER)) continue;
    write(join(templates, path), content);
    const atRoot = replaced(content, '');
    write(join(standalone, BUILT, path), path === ROUTES ? withoutCircle(atRoot) : atRoot);
    held += 1;
  }
  return held;
}

/** A folder to serve, and how to be rid of it. */
export interface ServedFolder {
  path: string;
  remove(): void;
}

/**
 * The folder to serve under `basePath` (`''` or `/name`…): the standalone folder itself, or a
 * private copy of what is built into it, 8 MB in the system's folder for temporary files.
 */
export function folderFor(standalone: string, basePath: string): ServedFolder {
  if (basePath === '') return { path: standalone, remove: () => {} };
  const path = mkdtempSync(join(tmpdir(), 'leaseboard-'));
  cpSync(join(standalone, BUILT), join(path, BUILT), { recursive: true, verbatimSymlinks: true });
  cpSync(join(standalone, 'package.json'), join(path, 'package.json'));
  symlinkSync(join(standalone, 'node_modules'), join(path, 'node_modules'), 'junction');
  const templates = join(standalone, TEMPLATES);
  for (const file of filesBelow(templates)) {
    write(join(path, BUILT, file), replaced(readFileSync(join(templates, file)), basePath));
  }
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/**
 * The text with the placeholder replaced: all of it is JavaScript, JSON, HTML or CSS in UTF-8. In
 * the source of a regular expression a slash has backslashes in front, and keeps as many.
 */
function replaced(content: Buffer, basePath: string): string {
  return content
    .toString()
    .replaceAll(ESCAPED_PLACEHOLDER, (_, backslashes: string) =>
      basePath.replaceAll('/', `${backslashes}/`),
    );
}

/** Under a base path Next leads its address with a slash at the end on; without one that is a circle. */
function withoutCircle(manifest: string): string {
  const routes = JSON.parse(manifest);
  const redirects = routes.redirects.filter(({ source }: { source: string }) => source !== '/');
  return JSON.stringify({ ...routes, redirects });
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
