/** Who adopts leases, and whether a lease handed over was adopted: for those who hand them over. */

import { answerWithin } from '../redis/deadline.ts';
import { LeaseKeyspace } from '../redis/lease-keys.ts';
import { parseRecord } from '../redis/record.ts';
import { isCluster, type RedisClient } from '../redis/script.ts';
import { storeKeys } from '../redis-keys.ts';

/** Who an adopter says it is. */
export interface AdopterInfo {
  /** The name its provider was given, such as a service; may be empty. */
  actor: string;
  host: string;
  pid: number;
}

const ANSWER_MS = 5000;

export interface Adopter extends AdopterInfo {
  /** The owner id to hand leases to. */
  owner: string;
  /** Until when this advertisement holds, in ms on the server's clock; it is renewed well before. */
  untilMs: number;
}

/**
 * The owners that adopt leases handed to them right now, in order of their ids.
 * @throws LeaseError when the server cannot be asked.
 */
export async function listAdopters(redis: RedisClient, prefix: string): Promise<Adopter[]> {
  const asked = Promise.all([redis.time(), redis.hgetall(storeKeys(prefix).adopters)]);
  const [[seconds, micros], found] = await answerWithin(asked, ANSWER_MS, 'list adopters');
  const nowMs = Number(seconds) * 1000 + Number(micros) / 1000;
  return Object.entries(found)
    .flatMap(([owner, value]) => parseAdopter(owner, value) ?? [])
    .filter((adopter) => adopter.untilMs >= nowMs)
    .sort((a, b) => (a.owner < b.owner ? -1 : 1));
}

/**
 * What became of a lease that was handed to an adopter. `adopted`: it renewed it since. `waiting`:
 * it holds it and has not renewed it yet. `gone`: somebody else holds it, or nobody.
 */
export type Adoption = 'adopted' | 'waiting' | 'gone';

/** Reads what became of a lease handed to `owner`. @throws LeaseError */
export async function adoptionOf(
  redis: RedisClient,
  handed: { redisKey: Buffer; owner: Buffer; prefix: string },
): Promise<Adoption> {
  const cluster = isCluster(redis);
  const { keys } = new LeaseKeyspace(handed.prefix, { cluster, history: false }).at(
    handed.redisKey,
  );
  const asked = Promise.all([
    redis.getBuffer(handed.redisKey),
    redis.hgetBuffer(String(keys[1]), handed.redisKey),
  ]);
  const [holder, kept] = await answerWithin(asked, ANSWER_MS, 'read adoption');
  if (!holder?.equals(handed.owner)) return 'gone';
  const record = kept && parseRecord(kept);
  return record?.owner.equals(handed.owner) && record.renewals > 0 ? 'adopted' : 'waiting';
}

function parseAdopter(owner: string, value: string): Adopter | null {
  const space = value.indexOf(' ');
  try {
    const { actor, host, pid } = JSON.parse(value.slice(space + 1)) as Partial<AdopterInfo>;
    return {
      owner,
      actor: String(actor ?? ''),
      host: String(host ?? ''),
      pid: Number(pid ?? 0),
      untilMs: Number(value.slice(0, space)),
    };
  } catch {
    return null;
  }
}
