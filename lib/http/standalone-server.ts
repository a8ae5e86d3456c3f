/** `node server.js` of the standalone folder: checks the settings, then listens. Bundled by the build. */

import { createServer } from 'node:http';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EnvError, parseEnv } from '../env.ts';
import { dashboardHandler } from './dashboard-handler.ts';

/** A request whose headers and body do not come within this time is given up; answers may take longer. */
const REQUEST_WITHIN_MS = 30_000;
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

try {
  await serve();
} catch (error) {
  // A wrong setting is told in one message, without a stack.
  console.error(error instanceof EnvError ? error.message : error);
  process.exit(1);
}

async function serve(): Promise<void> {
  const {
    LEASEBOARD_HOST: host,
    PORT: port,
    LEASEBOARD_BASE_PATH: basePath,
    LEASEBOARD_BULK_LIMIT: bulkLimit,
  } = parseEnv();
  const folder = dirname(fileURLToPath(import.meta.url));
  const handler = await dashboardHandler({ folder, basePath, bulkLimit, host, port });
  const server = createServer({ requestTimeout: REQUEST_WITHIN_MS }, handler);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  for (const [signal, code] of Object.entries(EXIT_CODES)) {
    process.once(signal, () => server.close(() => process.exit(code)));
  }
}
