/** What to tell someone whose system lacks a program that Leaseboard cannot install for them. */

export interface Missing {
  /** What is missing and what it is wanted for, a sentence. */
  what: string;
  /** Ways to get it: system → the exact line to type there. */
  ways: Readonly<Record<string, string>>;
}

/** Prints how to get what is missing and ends the process with code 1. */
export function exitMissing({ what, ways }: Missing): never {
  const width = Math.max(...Object.keys(ways).map((system) => system.length));
  const lines = Object.entries(ways).map(([system, line]) => `  ${system.padEnd(width)}  ${line}`);
  console.error(`${what}\n\n${lines.join('\n')}\n\nThen run the same command again.`);
  process.exit(1);
}
