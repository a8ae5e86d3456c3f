/** Whose word is taken for where a request came from. Whatever else says it can be forged by anyone. */

import { BlockList, isIP } from 'node:net';

/** Whether a text is an IP address, or one with a prefix length behind a slash. */
export function isAddressOrSubnet(text: string): boolean {
  const [address = '', length, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return (
    length === undefined ||
    (/^\d{1,3}$/.test(length) && Number(length) <= (family === 4 ? 32 : 128))
  );
}

export class TrustedProxies {
  readonly #list = new BlockList();

  /** @param entries addresses and subnets; see {@link isAddressOrSubnet}. */
  constructor(entries: readonly string[] = []) {
    for (const entry of entries) {
      const [address = '', length] = entry.split('/');
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
      if (length === undefined) this.#list.addAddress(address, family);
      else this.#list.addSubnet(address, Number(length), family);
    }
  }

  has(address: string): boolean {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
    const family = isIP(plain);
    return family !== 0 && this.#list.check(plain, family === 6 ? 'ipv6' : 'ipv4');
  }
}
