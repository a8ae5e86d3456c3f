/** Every run that there is: how leases are written, and what goes wrong meanwhile. */

import * as faults from './faults.ts';

export interface Scenario {
  name: string;
  fault: faults.Fault;
  /** Run behind a Sentinel. */
  sentinel?: boolean;
  mixedDeadlines?: boolean;
  bursts?: boolean;
}

export const SCENARIOS: readonly Scenario[] = [
  { name: 'no fault', fault: faults.none },
  { name: 'FLUSHALL', fault: faults.flushAll },
  { name: 'FLUSHDB', fault: faults.flushDb },
  { name: 'SWAPDB', fault: faults.swapDb },
  { name: 'frozen 1 s', fault: faults.frozenFor(1000) },
  { name: '50,000 expire together', fault: faults.expiringTogether(50_000) },
  { name: 'graceful fail-over', fault: faults.gracefulFailOver, sentinel: true },
  { name: 'frozen primary', fault: faults.frozenPrimary, sentinel: true },
  { name: 'restart without persistence', fault: faults.restartedEmpty },
  { name: 'MULTI and Lua bursts', fault: faults.none, bursts: true },
  { name: 'forged events', fault: faults.forgedEvents },
  { name: 'store away 6 s', fault: faults.storeAway(6000) },
  { name: 'mixed deadlines', fault: faults.none, mixedDeadlines: true },
];
