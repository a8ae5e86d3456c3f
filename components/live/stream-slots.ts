/**
 * HTTP/1.1 allows a browser six connections to one server, and a seventh tab would hang. So a tab
 * opens a stream only while it holds one of four slots; the others ask now and then instead.
 */

const SLOTS = 4;
const NAME = 'leaseboard-stream-';

/** Gives a taken slot back. Safe to call twice. */
export type GiveBack = () => void;

type Locks = Pick<LockManager, 'request'>;

/** Tries every slot once. `null` when other tabs hold them all. */
export async function takeSlot(locks: Locks = navigator.locks): Promise<GiveBack | null> {
  for (let slot = 0; slot < SLOTS; slot++) {
    const giveBack = await tryLock(locks, `${NAME}${slot}`);
    if (giveBack) return giveBack;
  }
  return null;
}

function tryLock(locks: Locks, name: string): Promise<GiveBack | null> {
  return new Promise((resolve, reject) => {
    locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (!lock) {
          resolve(null);
          return;
        }
        return new Promise<void>((release) => resolve(release));
      })
      .catch(reject);
  });
}
