/** Settings from a `.env` file in the repository's folder; the environment itself wins. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Loads `<root>/.env` where there is one. Node before 20.12 cannot, and is told so. */
export function loadEnvFile(root: string): void {
  const file = join(root, '.env');
  if (!existsSync(file)) return;
  if (typeof process.loadEnvFile === 'function') process.loadEnvFile(file);
  else console.warn('.env is not read: that needs Node 20.12 or newer. Set the variables instead.');
}
