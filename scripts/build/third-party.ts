/** Which packages of others the standalone folder ships, copied or bundled, and under which licence. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';

export interface ThirdParty {
  name: string;
  version: string;
  licence: string;
}

const SOURCES = ['app', 'components', 'lib'];
/** Brought in by the build itself. */
const FRAMEWORK = ['next', 'react', 'react-dom', 'tailwindcss'];
/** Fonts are taken out of their packages by path. */
const IMPORT =
  /(?:from|import|require\()\s*\(?['"](?:\.\.\/)*(?:node_modules\/)?((?:@[\w.-]+\/)?[\w][\w.-]*)(?=['"/])|src: '\.\.\/node_modules\/((?:@[\w.-]+\/)?[\w.-]+)/g;

/** Every package that the sources import, and those that they need in turn. */
export function thirdParties(root: string): ThirdParty[] {
  const found = new Map<string, ThirdParty>();
  const queue = [...new Set([...FRAMEWORK, ...importedPackages(root)])];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (found.has(name)) continue;
    const manifest = manifestOf(root, name);
    if (!manifest) continue;
    found.set(name, { name, version: manifest.version, licence: manifest.license ?? 'unknown' });
    queue.push(...Object.keys(manifest.dependencies ?? {}));
  }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name));
}

/** The list as a page that goes with the build. */
export function thirdPartyPage(packages: readonly ThirdParty[]): string {
  const rows = packages.map(
    ({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`,
  );
  return [
    '# What this folder ships of others',
    '',
    'Made by the build: packages that are copied into `node_modules` or bundled into the server and',
    'the pages, with those that they need. `npm run sbom` in the repository makes a CycloneDX file.',
    '',
    '| package | version | licence |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

function importedPackages(root: string): string[] {
  const names = SOURCES.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !path.includes('testing'))
      .flatMap((path) => {
        const source = readFileSync(join(root, folder, path), 'utf8');
        return [...source.matchAll(IMPORT)].map(([, imported, font]) => imported ?? font ?? '');
      }),
  );
  return names.filter((name) => name !== '' && !builtinModules.includes(name));
}

interface Manifest {
  version: string;
  license?: string;
  dependencies?: Record<string, string>;
}

function manifestOf(root: string, name: string): Manifest | null {
  const path = join(root, 'node_modules', name, 'package.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}
