import type { SnapshotMessage } from '@/lib/board/wire.ts';
import { address } from '@/lib/http/address.ts';
import { type Subject, subjectQuery } from './view-query.ts';

const WITHIN_MS = 12_000;

/**
 * A subject once, as the first message of its stream has it. Never rejects: `status` is the
 * server's, `null` where there was no answer at all; no message with any but 200.
 */
export async function fetchSnapshot(
  subject: Subject,
): Promise<{ status: number | null; message: SnapshotMessage | null }> {
  try {
    const response = await fetch(address(`/api/snapshot?${subjectQuery(subject)}`), {
      headers: { accept: 'application/json' },
      cache: 'no-store',
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    const message = response.ok ? ((await response.json()) as SnapshotMessage) : null;
    return { status: response.status, message };
  } catch {
    // No answer at all: the network or the server is away, and the next turn tries again.
    return { status: null, message: null };
  }
}
