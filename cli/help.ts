/** What `leaseboard help` prints, and `--help` after each action. */

import type { Action } from '../lib/admin/action.ts';

export const HELP = `leaseboard: see and free the leases of agents, through the dashboard or directly on Redis

Usage: leaseboard <command> [options]

Read
  ls [words…]                List leases. Words and filters as in the dashboard's search:
                             owner: resource: thread: kind: health: process: prefix: held:>10m
                             Directly on Redis, filters that need observation are refused: health:at-risk.
  get <lease>                One lease, read from Redis now.
  watch                      Print each owner change as it happens, until interrupted.
  history [<lease>]          Past owner changes, newest first.
  adopters                   Owners that adopt transferred leases.

Act (each needs --expect-owner and --reason; nothing is done to any other owner)
  stop <lease>               Ask the run behind a thread's lease to stop, and wait for the effect.
  release <lease>            Free a lease, or end a hold. A run that is alive continues.
  transfer <lease>           Transfer a lease to an owner that adopts it.
  hold <lease>               Keep every process off for a while.
  leaseboard <action> --help What an action does, what it needs, how it can end.

Name a lease by its id (from ls) or by its key, as in 'user_1\\0thread_1'. In keys, \\0 is a
NUL byte and \\xNN any byte; keys are looked up under --prefix.

Connection (the first that is set is used)
  --url <url>                The dashboard, with --token or LEASEBOARD_TOKEN
  --redis <url>              Redis itself: works while the dashboard is down
  LEASEBOARD_URL, REDIS_URL  The same from the environment

Options
  --expect-owner <owner>     The owner you saw
  --expect-digest <digest>   Its digest (from get), where owners are shown by the same text
  --expect-fence <fence>     The fencing token you saw, where there is one
  --reason <text>            Reason, saved to the audit log
  --request-id <id>          Repeating the same id has no second effect
  --as <name>                Your name in the audit log; your login name if omitted
  --prefix <prefix>          Prefix of the deployment; LEASEBOARD_PREFIXES or mastra:topic if omitted
  --limit <n>                Maximum number of lines (ls: 100, history: 50)
  --sort <order>             attention thread owner ttl held changes last-change; prefix - to reverse
  --json                     JSON for programs; one object per line for watch
  --help, --version

Exit codes
  0  done                                    4  refused: not allowed here, nothing changed
  1  no answer, or only the last-known state 5  unknown: no answer came, it may have been done
  2  invalid command or filter               6  no effect: ignored, or not adopted
  3  nothing changed: another owner, or none

Examples
  leaseboard ls health:silent
  leaseboard get 'user_1\\0thread_1' --json
  leaseboard release 'user_1\\0thread_1' --expect-owner run-1 --reason 'process died'
  LEASEBOARD_URL=http://127.0.0.1:3000 leaseboard watch
`;

const OF_ACT: Record<Action, string> = {
  stop: `Usage: leaseboard stop <lease> --expect-owner <run> --reason <text> [--drop-queue]

Asks the run behind a thread's lease to stop, and waits up to 5 s for the effect. A run that
receives the request is aborted and releases its lease. Queued messages start a new run immediately.

  --drop-queue               Drop the queued messages as well

Exits 0 once the run is over; if a tool ignores the request and may keep working, the output says so.
Exits 6 when the request had no effect, with the likely cause: the run awaits input, or its process
is gone. Then release is what remains.

  leaseboard stop 'user_1\\0thread_1' --expect-owner run-1 --reason 'silent since 03:12'
`,
  release: `Usage: leaseboard release <lease> --expect-owner <owner> --reason <text>

Frees a lease if that owner still holds it. It stops nothing: a run that is alive continues, and the
next message can start a second run on the same thread. Use it when the owner is dead or ignores
stop. It also ends a hold: then expect the owner that get shows.

  leaseboard release 'user_1\\0thread_1' --expect-owner run-1 --reason 'process died'
`,
  transfer: `Usage: leaseboard transfer <lease> --expect-owner <owner> --to <owner> --reason <text>

Transfers a lease to an owner that adopts leases (see adopters), and waits up to 5 s for it to do so.

  --to <owner>               The new owner
  --ttl <time>               How long it has to adopt: 500ms, 30s, 5m; 15s if omitted

Exits 0 once it is adopted. Exits 6 when it was transferred and not adopted: it is free when the
TTL has passed. Exits 4 when that owner adopts nothing.

  leaseboard transfer job-7 --expect-owner worker-1 --to worker-2 --reason 'draining worker-1'
`,
  hold: `Usage: leaseboard hold <lease> --expect-owner <owner> --reason <text> [--for <time>]

Takes a lease from its owner and keeps every process off until the time is up. Messages sent to the
thread during the hold are lost. The run that had the lease continues: stop it first.

  --for <time>               Duration: 500ms, 30s, 5m; 30s if omitted

To end a hold early, use release and expect the hold as the owner (see get).

  leaseboard hold 'user_1\\0thread_1' --expect-owner run-1 --reason 'migration' --for 5m
`,
};

const FOR_EVERY_ACT = `
For every action
  <lease>                    Its id (from ls) or its key; \\0 is a NUL byte, \\xNN any byte
  --expect-owner <owner>     The owner you saw; nothing is done to any other
  --expect-digest <digest>   Its digest (from get), where owners are shown by the same text
  --expect-fence <fence>     The fencing token you saw, where there is one
  --reason <text>            Reason, saved to the audit log
  --as <name>                Your name; your login name if omitted
  --request-id <id>          Repeating the same id has no second effect
  --url, --redis, --prefix   Connection: see leaseboard --help
  --json                     { outcome, owner, detail, auditId }

Exit codes: 0 done, 1 no answer, 2 invalid command, 3 nothing changed: another owner or none,
4 refused, 5 unknown, 6 no effect
`;

/** What an action does, what it needs and how it can end. */
export function helpOf(act: Action): string {
  return `${OF_ACT[act]}${FOR_EVERY_ACT}`;
}
