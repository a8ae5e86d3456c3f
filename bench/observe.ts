/**
 * What observing costs and how fast it is, as ratios and counts of one run:
 *
 *     npm run bench:observe             # everything
 *     npm run bench:observe -- table    # one part: table, million, renewals, deadlines, streams
 */

import { deadlines } from './observe/deadlines.ts';
import { fullTable } from './observe/full-table.ts';
import { manyRenewals } from './observe/many-renewals.ts';
import { manyStreams } from './observe/many-streams.ts';
import { type Result, toMarkdown } from './observe/result.ts';

const PARTS: Record<string, () => Promise<Result[]>> = {
  table: () => fullTable(100_000),
  million: () => fullTable(1_000_000, false),
  renewals: () => manyRenewals(60),
  deadlines,
  streams: () => manyStreams(20),
};

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !(name in PARTS));
if (unknown !== undefined) {
  console.error(`no part “${unknown}”: there are ${Object.keys(PARTS).join(', ')}`);
  process.exit(1);
}

const results: Result[] = [];
for (const [name, run] of Object.entries(PARTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.error(`measuring: ${name} …`);
  results.push(...(await run()));
}
console.log(toMarkdown(results));
process.exit(results.some(({ holds }) => holds === false) ? 1 : 0);
