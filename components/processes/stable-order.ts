/** The order of the processes on their page: each stays where it was first seen. Pure. */

import type { ProcessRow } from '@/lib/board/processes.ts';

/** Names a process in the list, also the one that gathers the owners whose process is not known. */
export function idOf({ id }: Pick<ProcessRow, 'id'>): string {
  return id ?? '';
}

/** The order with new processes at its end; the same array when there are none. Who left may come back to its place. */
export function stillOrder(
  order: readonly string[],
  processes: readonly Pick<ProcessRow, 'id'>[],
): readonly string[] {
  const known = new Set(order);
  const added = processes.map(idOf).filter((id) => !known.has(id));
  return added.length === 0 ? order : [...order, ...added];
}

/** The processes in that order. */
export function inOrder<Process extends Pick<ProcessRow, 'id'>>(
  order: readonly string[],
  processes: readonly Process[],
): Process[] {
  const byId = new Map(processes.map((process) => [idOf(process), process]));
  return order.flatMap((id) => byId.get(id) ?? []);
}
