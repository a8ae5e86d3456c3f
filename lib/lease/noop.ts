import type { LeaseProvider } from './contract.ts';

/**
 * For backends that cannot lock: everyone wins their own race, and release, renewal and transfer
 * do nothing. Coordination is then up to the process itself. One shared object, so that it can be
 * told from a real provider by identity.
 */
export const NoopLeaseProvider: LeaseProvider = Object.freeze<LeaseProvider>({
  async acquireLease(_key, owner) {
    return { acquired: true, owner };
  },
  async getLeaseOwner() {
    return undefined;
  },
  async releaseLease() {},
  async renewLease() {
    return true;
  },
  async transferLease() {
    return true;
  },
});
