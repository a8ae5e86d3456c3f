/** The one place where errors of the client and the server become errors of the library. */

import {
  LeaseConfigurationError,
  LeaseError,
  LeaseOutcomeUnknownError,
  LeaseUnavailableError,
} from '../errors.ts';

// Inside a script older servers put the code of the failed command behind text of their own.
const UNAVAILABLE =
  /\b(READONLY|LOADING|CLUSTERDOWN|OOM|MASTERDOWN|NOREPLICAS|BUSY|TRYAGAIN|MISCONF|UNBLOCKED)\b/;
const CONFIGURATION =
  /\b(NOPERM|WRONGTYPE|CROSSSLOT|NOAUTH|WRONGPASS|NOSCRIPT)\b|unknown command|can't be used in scripts|non local key/i;
const WHOLE_SERVER =
  /^(READONLY|LOADING|CLUSTERDOWN|MASTERDOWN|NOREPLICAS|BUSY|MISCONF|NOAUTH|UNBLOCKED)\b/;
// What ioredis says of a command that never left the process.
const NOT_SENT = /^Stream isn't writeable|^Connection is in subscriber mode|Cluster isn't ready/;

/**
 * What a failed call means for its caller. A reply from the server is a definite answer: nothing
 * was done. Anything else may have happened after the command was sent.
 */
export function toLeaseError(error: unknown, what: string): LeaseError {
  if (error instanceof LeaseError) return error;
  const message = withoutArguments(error instanceof Error ? error.message : String(error));
  const text = `${what}: ${message.slice(0, 300)}`;
  const options = { cause: error };
  if (CONFIGURATION.test(message)) return new LeaseConfigurationError(text, options);
  if (UNAVAILABLE.test(message) || NOT_SENT.test(message)) {
    return new LeaseUnavailableError(text, options);
  }
  if (isReply(error)) return new LeaseConfigurationError(text, options);
  return new LeaseOutcomeUnknownError(text, options);
}

/** A server's message without the arguments that it repeats: those of AUTH and HELLO are secrets. */
export function withoutArguments(message: string): string {
  return message.replace(/,? with args beginning with:.*$/s, '');
}

/** Whether what a server refused with holds for every command just now, whatever it touches. */
export function concernsWholeServer(error: Error): boolean {
  return WHOLE_SERVER.test(error.message);
}

function isReply(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError';
}
