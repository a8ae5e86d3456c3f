/**
 * A deployment's worth of leases, renewed and handed on, for benches, tests and trying things out:
 *
 *     npx tsx bench/load-maker.ts --leases 100000 --renew-every 5000 --churn 200 --other-keys 100000
 *
 * Runs until it is interrupted. Under another program it says `filled` when all leases are there.
 */

import { Load } from './observe/load.ts';
import { parseLoadArgs } from './observe/load-options.ts';

const load = new Load(parseLoadArgs(process.argv.slice(2)));
await load.fill();
load.run();
if (process.send) process.send('filled');
else console.log('All leases are there; renewing until interrupted.');

async function end(): Promise<void> {
  await load.stop();
  process.send?.({ renewed: load.renewed, handedOn: load.handedOn });
  if (!process.send) console.log(`${load.renewed} renewals, ${load.handedOn} handed on.`);
  process.exit(0);
}

process.once('SIGINT', end);
process.once('SIGTERM', end);
// Whoever started this is gone.
process.once('disconnect', () => process.exit(1));
process.on('message', (message) => {
  if (message === 'stop') void end();
});
