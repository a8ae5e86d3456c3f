#!/usr/bin/env node
/**
 * The `leaseboard` command: the built one where there is one (an installed package), else its
 * source (a clone with its packages installed). Plain JavaScript, for it is what npm links to.
 */

import { existsSync, readFileSync } from 'node:fs';

const built = new URL('../dist/leaseboard.js', import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

const { main } = existsSync(built) ? await import(built.href) : await fromSource();
process.exitCode = await main(process.argv.slice(2), process.env, version);

async function fromSource() {
  const { register } = await import('tsx/esm/api');
  register();
  return await import('./main.ts');
}
