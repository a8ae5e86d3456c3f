#!/usr/bin/env node
/**
 * The `leaseboard` command: its source where that is (a clone with its packages installed), so that
 * no old build is run in its place, else the built one. Plain JavaScript, for it is what npm links to.
 */

import { existsSync, readFileSync } from 'node:fs';

const source = new URL('main.ts', import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

const { main } = existsSync(source) ? await fromSource() : await import('../dist/leaseboard.js');
const code = await main(process.argv.slice(2), process.env, version);
// A connection that was refused keeps its client's timers, and so the process, for seconds; what
// was printed goes out first.
process.stdout.write('', () => process.exit(code));

async function fromSource() {
  const { register } = await import('tsx/esm/api');
  register();
  return await import(source.href);
}
