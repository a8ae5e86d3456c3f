/** The threads of the demo: made-up accounts and what they talk about. */

import type { ThreadRef } from './worker-protocol.ts';

const ACCOUNTS = ['acct_42', 'acct_17', 'acct_108', 'acct_256', 'acct_73', 'acct_9'] as const;

/** Threads that talk all the time, at a humane pace. */
export const BUSY_THREADS: readonly ThreadRef[] = [
  ...['order-8812', 'order-8813', 'order-8841', 'order-8907'],
  ...['ticket-77', 'ticket-81', 'ticket-84', 'ticket-90', 'ticket-95'],
  ...['invoice-204', 'invoice-207', 'invoice-219'],
  ...['chat-31', 'chat-32', 'chat-36', 'chat-40', 'chat-44'],
  ...['return-5', 'return-8', 'quote-12'],
].map((threadId, index) => ({ threadId, resourceId: accountOf(index) }));

/** Its model call never produces: held, renewed, and silent. */
export const HUNG_THREAD: ThreadRef = { resourceId: 'acct_256', threadId: 'report-19' };

/** Waits for a person to agree to a refund. */
export const APPROVAL_THREAD: ThreadRef = { resourceId: 'acct_42', threadId: 'refund-61' };

/** A long export that does not listen to its abort signal. */
export const EXPORT_THREAD: ThreadRef = { resourceId: 'acct_108', threadId: 'ledger-2' };

/** Threads whose process dies under them now and then. */
export const DOOMED_THREADS: readonly ThreadRef[] = [
  { resourceId: 'acct_17', threadId: 'import-3' },
  { resourceId: 'acct_17', threadId: 'import-4' },
  { resourceId: 'acct_73', threadId: 'sync-11' },
];

function accountOf(index: number): string {
  return ACCOUNTS[index % ACCOUNTS.length] ?? ACCOUNTS[0];
}
