/**
 * Owners are opaque. One Mastra fork packs three ids into the value; they are taken apart for
 * display where they parse, and the raw text stays what is compared.
 */

export interface OwnerName {
  /** The run that holds the lease: the whole owner, unless it was packed. */
  runId: string;
  processId: string | null;
  attemptId: string | null;
}

const PACKED = 'mastra-thread-owner:';

/** Takes an owner apart for display. Never throws; what does not parse is the run id itself. */
export function parseOwner(owner: string): OwnerName {
  const plain = { runId: owner, processId: null, attemptId: null };
  if (!owner.startsWith(PACKED)) return plain;
  try {
    const parts: unknown = JSON.parse(owner.slice(PACKED.length));
    if (!Array.isArray(parts)) return plain;
    const [runId, processId, attemptId] = parts as unknown[];
    if (typeof runId !== 'string' || runId === '') return plain;
    return { runId, processId: textOrNull(processId), attemptId: textOrNull(attemptId) };
  } catch {
    return plain;
  }
}

/** A process as an owner names it. */
export interface NamedProcess {
  id: string;
  label: string;
  host: string;
  pid: number;
}

/**
 * The process that an owner of the form `service@host:pid` names, as our guide advises; `null` for
 * every other. Its id is the owner itself.
 */
export function namedProcess(owner: string): NamedProcess | null {
  const parts = /^([^\s@]{1,64})@([\w.-]{1,253}):(\d{1,10})$/.exec(owner);
  const [, service, host, pid] = parts ?? [];
  if (!service || !host || !pid) return null;
  return { id: owner, label: `${service} ${host}`, host, pid: Number(pid) };
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
