/** What `leaseboard help` prints. */

export const HELP = `leaseboard: see and free the leases of agents, over the dashboard or straight on Redis

Usage: leaseboard <command> [options]

Look
  ls [words…]                List leases. Words and qualifiers as in the dashboard's search:
                             owner: resource: thread: kind: health: process: prefix: held:>10m
  get <lease>                One lease, as Redis has it now.
  watch                      Print each change of owner as it happens, until interrupted.
  history [<lease>]          Past changes of owner, newest first.
  adopters                   Owners that take over leases handed to them.

Act (each needs --expect-owner and --reason; nothing is done to any other owner)
  stop <lease>               Ask the run behind a thread's lease to stop, and wait for the effect.
                             --drop-queue  also drop the messages that wait for it
  release <lease>            Free a lease. A run that is alive goes on all the same: stop it first.
  transfer <lease>           Hand a lease to an owner that takes it over.
                             --to <owner>  --ttl 15s
  hold <lease>               Keep every process off until the time is over. Messages sent to the
                             thread meanwhile are lost.      --for 30s

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
  0  done                                    3  nothing changed: another owner, or nobody
  1  Redis or the dashboard did not answer   4  refused, or without effect
  2  not understood                          5  unknown: no answer came, it may have been done

Examples
  leaseboard ls health:at-risk
  leaseboard get 'user_1\\0thread_1' --json
  leaseboard release 'user_1\\0thread_1' --expect-owner run-1 --reason 'process died'
  LEASEBOARD_URL=http://127.0.0.1:3000 leaseboard watch
`;
