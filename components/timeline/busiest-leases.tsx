import Link from 'next/link';
import { parseLeaseKey } from '@/lib/keys/lease-key.ts';
import { counted, type TimelineLabels } from './labels.ts';

export interface BusiestLeasesProps {
  leases: readonly { leaseId: string; key: string; grants: number }[];
  labels: TimelineLabels;
  /** A whole number, grouped. */
  number: (n: number) => string;
}

/** The leases that changed hands most in the last hour, the busiest first. */
export function BusiestLeases({ leases, labels, number }: BusiestLeasesProps) {
  const most = leases[0]?.grants ?? 0;
  if (most === 0) return <p className="px-4 py-3 text-ink2">{labels.busiestNone}</p>;
  return (
    <ol className="px-4 py-2">
      {leases.map(({ leaseId, key, grants }) => (
        <li
          key={leaseId}
          className="grid grid-cols-[minmax(0,1fr)_96px_64px] items-center gap-3 py-1"
        >
          <Link href={`/leases/${leaseId}`} prefetch={false} className="truncate hover:underline">
            <bdi translate="no">{parseLeaseKey(key).title}</bdi>
          </Link>
          <span className="h-1.5 rounded-full bg-line2">
            <span
              className="block h-full rounded-full bg-accent"
              style={{ width: `${(grants / most) * 100}%` }}
            />
          </span>
          <span className="num text-right text-ink2">
            {counted(labels, 'busiestCount', grants, number)}
          </span>
        </li>
      ))}
    </ol>
  );
}
