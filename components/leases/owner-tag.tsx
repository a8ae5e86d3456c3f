import type { LeaseRow, ProcessName } from '@/lib/board/wire.ts';
import { namedProcess, parseOwner } from '@/lib/keys/owner.ts';
import { UntrustedText } from '../text/untrusted-text.tsx';
import { visibleString } from '../text/visible-text.ts';
import { cn } from '../ui/cn.ts';
import { ownerColour } from './owner-colour.ts';

/**
 * An owner: a colour for its process, the short run id, and below it the process' name; beside it
 * on a phone. An owner that is a process by itself has its service over its host.
 */
export function OwnerTag({
  row,
  max = 8,
}: {
  row: Pick<LeaseRow, 'owner' | 'ownerDigest' | 'process' | 'run'>;
  /** Characters of the run id to show. */
  max?: number;
}) {
  if (row.owner === null) return <span className="text-ink3">—</span>;
  const { runId } = parseOwner(row.owner);
  const named = namedProcess(row.owner);
  return (
    <span className="inline-flex min-w-0 items-center gap-1.75 leading-[1.25]">
      <span
        aria-hidden="true"
        className="size-2 shrink-0 rounded-[2.5px]"
        style={{ background: ownerColour(row) }}
      />
      <span className="flex min-w-0 max-md:items-center max-md:gap-1.75 md:flex-col">
        <span
          translate="no"
          title={visibleString(row.owner.slice(0, 2000))}
          className={named ? 'truncate' : 'mono shrink-0'}
        >
          <UntrustedText text={named ? (row.owner.split('@', 1)[0] ?? '') : shortRun(runId, max)} />
          {row.ownerDigest === null ? null : <DigestMark digest={row.ownerDigest} />}
        </span>
        {named ? (
          <UntrustedText text={`${named.host}:${named.pid}`} max={21} className={SECOND_LINE} />
        ) : row.process ? (
          <ProcessLabel process={row.process} />
        ) : null}
      </span>
    </span>
  );
}

/** Tells owners apart that are shown by the same text. */
export function DigestMark({ digest }: { digest: string }) {
  return <span className="text-ink3">#{digest.slice(0, 6)}</span>;
}

const SECOND_LINE = 'min-w-0 truncate text-xs leading-[1.35] text-ink2';

/** A process' name; where there is little room its host, which tells it from its like, stays in sight. */
function ProcessLabel({ process: { label, host } }: { process: ProcessName }) {
  const at = host === null ? -1 : label.lastIndexOf(` ${host}`);
  const name = at < 0 ? label : label.slice(0, at);
  return (
    <span className={cn(SECOND_LINE, 'flex gap-1')} title={visibleString(label)}>
      <UntrustedText text={name} className="truncate" />
      {at < 0 ? null : <UntrustedText text={label.slice(at + 1)} max={14} className="shrink-0" />}
    </span>
  );
}

/** Run ids are mostly uuids, whose beginning tells them apart well enough. */
export function shortRun(runId: string, max = 8): string {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-/.test(runId);
  if (uuid) return runId.slice(0, max);
  const short = [...runId.slice(0, 64)];
  return short.length > max + 4 ? `${short.slice(0, max + 3).join('')}…` : runId;
}
