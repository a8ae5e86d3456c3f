/** What is kept of a lease's holder: `<fence> <since> <deadline> <renewals> <owner>`, the owner raw. */

export interface HolderRecord {
  /** `null` for a holder that was never granted a fence: an observer saw it. */
  fence: string | null;
  /** When it became the holder, in ms on the server's clock. */
  sinceMs: number;
  /** When its TTL ends, as far as recorded. */
  deadlineMs: number;
  renewals: number;
  owner: Buffer;
}

const SPACE = 0x20;

/** Reads one value of the `held` hash; `null` when it is not one. */
export function parseRecord(value: Buffer): HolderRecord | null {
  const numbers: string[] = [];
  let at = 0;
  while (numbers.length < 4) {
    const end = value.indexOf(SPACE, at);
    if (end < 0) return null;
    const text = value.toString('latin1', at, end);
    if (!/^\d+$/.test(text)) return null;
    numbers.push(text);
    at = end + 1;
  }
  const [fence = '0', sinceMs, deadlineMs, renewals] = numbers;
  return {
    fence: fence === '0' ? null : fence,
    sinceMs: Number(sinceMs),
    deadlineMs: Number(deadlineMs),
    renewals: Number(renewals),
    owner: value.subarray(at),
  };
}
