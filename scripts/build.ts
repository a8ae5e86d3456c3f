/** `npm run build`: the production build, from scratch. */

import { build } from './build/production.ts';

try {
  build(process.cwd());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
