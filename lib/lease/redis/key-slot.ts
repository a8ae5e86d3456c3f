/** Redis Cluster's slots: which one a key lies in, and a hash tag for each. */

const SLOTS = 16_384;
const encoder = new TextEncoder();

/** The slot of a key, 0 to 16383: of its first non-empty `{…}` if it has one, else of all its bytes. */
export function slotOf(key: Uint8Array): number {
  const open = key.indexOf(0x7b);
  if (open >= 0) {
    const close = key.indexOf(0x7d, open + 1);
    if (close > open + 1) return crc16(key.subarray(open + 1, close)) % SLOTS;
  }
  return crc16(key) % SLOTS;
}

const tags: string[] = [];
let tried = 0;

/** A hash tag that lies in the slot: the smallest number, as text, that does; the same in every process. */
export function tagOf(slot: number): string {
  for (let tag = tags[slot]; ; tag = tags[slot]) {
    if (tag !== undefined) return tag;
    const candidate = String(tried++);
    tags[crc16(encoder.encode(candidate)) % SLOTS] ??= candidate;
  }
}

/** CRC-16/XMODEM, as the cluster specification has it. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) {
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
    }
  }
  return crc;
}
