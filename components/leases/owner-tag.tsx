import { parseOwner } from '@/lib/keys/owner.ts';
import type { LeaseRow, ProcessName } from '@/lib/observe/wire.ts';
import { Foreign } from '../text/foreign.tsx';
import { visibleString } from '../text/visible-text.ts';
import { ownerColour } from './owner-colour.ts';

/** An owner: a colour for its process, the short run id, and the process' name. */
export function OwnerTag({
  row,
  max = 8,
}: {
  row: Pick<LeaseRow, 'owner' | 'process' | 'run'>;
  /** Characters of the run id to show. */
  max?: number;
}) {
  if (row.owner === null) return <span className="text-ink3">—</span>;
  const { runId } = parseOwner(row.owner);
  return (
    <span className="inline-flex min-w-0 items-center gap-1.75">
      <span
        aria-hidden="true"
        className="size-2 shrink-0 rounded-[2.5px]"
        style={{ background: ownerColour(row) }}
      />
      <span title={visibleString(row.owner.slice(0, 2000))} className="mono shrink-0">
        <Foreign text={shortRun(runId, max)} />
      </span>
      {row.process ? <ProcessLabel process={row.process} /> : null}
    </span>
  );
}

/** A process' name; where there is little room its host, which tells it from its like, stays in sight. */
function ProcessLabel({ process: { label, host } }: { process: ProcessName }) {
  const at = host === null ? -1 : label.lastIndexOf(` ${host}`);
  if (at < 0) return <Foreign text={label} className="truncate text-ink2" />;
  return (
    <span className="flex min-w-0 gap-1 text-ink2" title={visibleString(label)}>
      <Foreign text={label.slice(0, at)} className="truncate" />
      <Foreign text={label.slice(at + 1)} max={14} className="shrink-0" />
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
