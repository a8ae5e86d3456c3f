/**
 * Lease keys and owners that every layer must carry unharmed: library, scan, events, table, URL,
 * page, export, audit. Test material only.
 */

/** Lease keys (the part after `<prefix>:lease:`) that are text. */
export const NASTY_KEYS: readonly string[] = [
  'user_1\0thread_1',
  '\0thread-without-resource',
  'tenant:eu:42\0thread:with:colons',
  'mastra:durable-agent-recovery:v1:["support","3f41d0e6-0000-4000-8000-000000000001"]',
  'thread-claim:user_1\0thread_1',
  'workflow-step-run:run-1:evt-1',
  'notification-dispatch:user_1',
  'platform-github-events:acme',
  'custom key with spaces',
  '{tagged}:key',
  'a}b{c',
  '*?[x]\\glob',
  '<img src=x onerror=alert(1)>\0"><script>alert(2)</script>',
  '../../etc/passwd\0..%2f..%00',
  '日本語\0스레드',
  '👩‍👩‍👧‍👦\0🧵',
  'line\nbreak\0tab\tbed',
  '=HYPERLINK("http://x")\0+1',
  '__proto__\0constructor',
];

/** Lease keys that are no UTF-8, as bytes. */
const NASTY_KEY_BYTES: readonly Uint8Array[] = [
  Uint8Array.of(0xff, 0x00, 0xfe, 0x80, 0x74, 0x68, 0x72, 0x65, 0x61, 0x64),
  Uint8Array.of(0xc3, 0x28),
];

export const NASTY_OWNERS: readonly string[] = [
  '6d735466-0000-4000-8000-00000000abcd',
  'mastra-thread-owner:["run-1","6b1d0000-0000-4000-8000-000000000002","9a000000-0000-4000-8000-000000000003"]',
  'mastra-thread-owner:[broken',
  'javascript:alert(1)',
  'owner with spaces and ünïcödé',
  '0',
  'false',
];

/** The size of an owner that must be shown cut, with its size. */
export const HUGE_OWNER_BYTES = 307_200;

const encoder = new TextEncoder();

/** Every nasty lease key as bytes. */
export function nastyKeys(): Uint8Array[] {
  return [...NASTY_KEYS.map((key) => encoder.encode(key)), ...NASTY_KEY_BYTES];
}
