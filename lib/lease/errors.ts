/**
 * What can go wrong with a lease, told apart so that each can be treated as what it is. Losing a
 * race is none of these: it is a value. `code` is stable; the message is for people.
 */

/** Base of every error this library throws on purpose. */
export abstract class LeaseError extends Error {
  abstract readonly code: string;
}

/** The call itself is wrong: key, owner, TTL or an option. Thrown before any command is sent. */
export class LeaseArgumentError extends LeaseError {
  override readonly name = 'LeaseArgumentError';
  readonly code = 'LEASE_ARGUMENT';
}

/**
 * The backend could not answer, and the call has certainly changed nothing: no connection, or the
 * server refuses for now (READONLY, LOADING, CLUSTERDOWN, OOM, …). Trying again later can help.
 */
export class LeaseUnavailableError extends LeaseError {
  override readonly name = 'LeaseUnavailableError';
  readonly code = 'LEASE_UNAVAILABLE';
}

/**
 * The set-up is wrong and stays so until a person changes it: missing permission, another type at
 * the key, keys in different slots, no scripting, a client option that moves keys.
 */
export class LeaseConfigurationError extends LeaseError {
  override readonly name = 'LeaseConfigurationError';
  readonly code = 'LEASE_CONFIGURATION';
}

/**
 * The call was given up before its answer came: it may have taken effect or not, but it will not
 * take effect any more. What may have been granted ends with its TTL.
 */
export class LeaseOutcomeUnknownError extends LeaseError {
  override readonly name = 'LeaseOutcomeUnknownError';
  readonly code = 'LEASE_OUTCOME_UNKNOWN';
}

/** A lease that was held is not held any more. Also the reason of an aborted `lease.signal`. */
export class LeaseLostError extends LeaseError {
  override readonly name = 'LeaseLostError';
  readonly code = 'LEASE_LOST';
}

/** `withLease` could not run its body, because another owner kept the lease for all the time waited. */
export class LeaseHeldError extends LeaseError {
  override readonly name = 'LeaseHeldError';
  readonly code = 'LEASE_HELD';
  /** Who held it when the wait ended; `undefined` when that is not known. */
  readonly owner: string | undefined;

  constructor(message: string, owner: string | undefined) {
    super(message);
    this.owner = owner;
  }
}
