/** What the command's exit code says; the help text lists the same. */

import type { ActionOutcome } from '../lib/admin/action.ts';

export const EXIT = {
  done: 0,
  /** Redis or the dashboard cannot be reached, or answered with a fault or with what it knew before. */
  failed: 1,
  /** The command was not understood, or asks for what is not known where it looks. */
  usage: 2,
  /** Nothing was changed: the owner is another one, or nobody holds it. */
  notHeld: 3,
  /** It is not allowed here, or not to whoever asks, and nothing was changed. */
  refused: 4,
  /** The answer did not come: it may have been done. */
  unknown: 5,
  /** It was allowed and asked for, and nobody heard it or took it over. */
  noEffect: 6,
} as const;

const OF_OUTCOME: Record<ActionOutcome, number> = {
  done: EXIT.done,
  'owner-changed': EXIT.notHeld,
  'already-free': EXIT.notHeld,
  ignored: EXIT.noEffect,
  'not-adopted': EXIT.noEffect,
  'not-allowed': EXIT.refused,
  unknown: EXIT.unknown,
};

/** The exit code for an act's outcome. */
export function exitCodeOf(outcome: ActionOutcome): number {
  return OF_OUTCOME[outcome];
}

/** Ends the command with a message on stderr and this code. */
export class CommandError extends Error {
  override name = 'CommandError';
  readonly exitCode: number;

  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The command was not understood. */
export function usageError(message: string): CommandError {
  return new CommandError(EXIT.usage, message);
}
