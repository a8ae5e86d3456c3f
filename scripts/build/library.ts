/**
 * Builds the library for those who install it: ES modules in dist, CommonJS in dist/cjs, each with
 * types of its own, since the types of one kind of module cannot be imported from the other.
 */

import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';

rmSync('dist', { recursive: true, force: true });
for (const project of ['tsconfig.build.json', 'tsconfig.build.cjs.json']) {
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', project], {
    stdio: 'inherit',
  });
}
writeFileSync('dist/cjs/package.json', '{ "type": "commonjs" }\n');
