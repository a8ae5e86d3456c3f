/** What `leaseboard help` prints, and `--help` after each act. */

import type { Act } from '../lib/admin/act.ts';

export const HELP = `leaseboard: see and free the leases of agents, over the dashboard or straight on Redis

Usage: leaseboard <command> [options]

Look
  ls [words…]                List leases. Words and qualifiers as in the dashboard's search:
                             owner: resource: thread: kind: health: process: prefix: held:>10m
                             Straight on Redis what takes watching is refused: health:at-risk.
  get <lease>                One lease, as Redis has it now.
  watch                      Print each change of owner as it happens, until interrupted.
  history [<lease>]          Past changes of owner, newest first.
  adopters                   Owners that take over leases handed to them.

Act (each needs --expect-owner and --reason; nothing is done to any other owner)
  stop <lease>               Ask the run behind a thread's lease to stop, and wait for the effect.
  release <lease>            Free a lease, or end a hold. A run that is alive goes on all the same.
  transfer <lease>           Hand a lease to an owner that takes it over.
  hold <lease>               Keep every process off until the time is over.
  leaseboard <act> --help    What an act does, what it needs, how it can end.

A lease is named by its id (from ls) or by its key, as in 'user_1\\0thread_1'. In keys, \\0 is a
NUL byte and \\xNN any byte; a key is looked for under --prefix.

Where (the first that is set counts)
  --url <url>                The dashboard, with --token or LEASEBOARD_TOKEN
  --redis <url>              Redis itself: works while the dashboard is down
  LEASEBOARD_URL, REDIS_URL  The same from the environment

Options
  --expect-owner <owner>     The owner you saw
  --expect-fence <fence>     The fencing token you saw, where there is one
  --reason <text>            Why, for the audit trail
  --request-id <id>          The same id again has no second effect
  --as <name>                Who acts, for the audit trail; your login name when absent
  --prefix <prefix>          Of the deployment; LEASEBOARD_PREFIXES or mastra:topic when absent
  --limit <n>                At most so many lines (ls: 100, history: 50)
  --sort <order>             attention thread owner ttl held changes last-change; - in front turns it
  --json                     JSON for programs; one object a line for watch
  --help, --version

Exit codes
  0  done                                    4  refused: not allowed here, nothing changed
  1  no answer, or only what was last known  5  unknown: no answer came, it may have been done
  2  not understood, or not known this way   6  without effect: not heard, or not taken over
  3  nothing changed: another owner, or nobody

Examples
  leaseboard ls health:silent
  leaseboard get 'user_1\\0thread_1' --json
  leaseboard release 'user_1\\0thread_1' --expect-owner run-1 --reason 'process died'
  LEASEBOARD_URL=http://127.0.0.1:3000 leaseboard watch
`;

const OF_ACT: Record<Act, string> = {
  stop: `Usage: leaseboard stop <lease> --expect-owner <run> --reason <text> [--drop-queue]

Asks the run behind a thread's lease to stop, and waits up to 5 s for the effect. A run that hears
it is aborted and gives its lease up. Messages that wait start as a new run at once.

  --drop-queue               Drop the messages that wait as well

Exits 0 once the run is over; a tool that does not listen may work on, which is then said. Exits 6
when it had no effect, with the likely cause: the run waits for a person, or its process is gone.
Then release is what is left.

  leaseboard stop 'user_1\\0thread_1' --expect-owner run-1 --reason 'hung since 03:12'
`,
  release: `Usage: leaseboard release <lease> --expect-owner <owner> --reason <text>

Frees a lease, if that owner still holds it. It stops nothing: a run that is alive goes on, and the
next message can start a second one on the same thread. Right for an owner that is dead, or that
ignores stop. Ends a hold as well: the owner to expect is then the one that get shows.

  leaseboard release 'user_1\\0thread_1' --expect-owner run-1 --reason 'process died'
`,
  transfer: `Usage: leaseboard transfer <lease> --expect-owner <owner> --to <owner> --reason <text>

Hands a lease to an owner that takes over leases (see adopters), and waits up to 5 s for it to do so.

  --to <owner>               Who gets it
  --ttl <time>               How long it has to take it up: 500ms, 30s, 5m; 15s when absent

Exits 0 once it is adopted. Exits 6 when it was handed over and not adopted: it is free when its
time is over. Exits 4 when that owner takes over nothing.

  leaseboard transfer job-7 --expect-owner worker-1 --to worker-2 --reason 'draining worker-1'
`,
  hold: `Usage: leaseboard hold <lease> --expect-owner <owner> --reason <text> [--for <time>]

Takes a lease from its owner and keeps every process off until the time is over. Messages sent to
the thread meanwhile are lost. The run that had it goes on: stop it first.

  --for <time>               How long: 500ms, 30s, 5m; 30s when absent

A hold is ended before its time with release, which expects the hold as the owner: see get.

  leaseboard hold 'user_1\\0thread_1' --expect-owner run-1 --reason 'migration' --for 5m
`,
};

const FOR_EVERY_ACT = `
For every act
  <lease>                    Its id (from ls) or its key; \\0 is a NUL byte, \\xNN any byte
  --expect-owner <owner>     The owner you saw; to any other nothing is done
  --expect-fence <fence>     The fencing token you saw, where there is one
  --reason <text>            Why, for the audit trail
  --as <name>                Who acts; your login name when absent
  --request-id <id>          The same id again has no second effect
  --url, --redis, --prefix   Where: see leaseboard --help
  --json                     { outcome, owner, detail, auditId }

Exit codes: 0 done, 1 no answer, 2 not understood, 3 another owner or nobody: nothing changed,
4 refused, 5 unknown, 6 without effect
`;

/** What an act does, what it needs and how it can end. */
export function helpOf(act: Act): string {
  return `${OF_ACT[act]}${FOR_EVERY_ACT}`;
}
