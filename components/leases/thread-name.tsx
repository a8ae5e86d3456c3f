import Link from 'next/link';
import type { LeaseRow } from '@/lib/board/wire.ts';
import { parseLeaseKey } from '@/lib/keys/lease-key.ts';
import { UntrustedText } from '../text/untrusted-text.tsx';
import { visibleString } from '../text/visible-text.ts';

/** What a lease guards: its title over whose it is. The link is the row's name for assistive technology. */
export function ThreadName({ row }: { row: Pick<LeaseRow, 'id' | 'key'> }) {
  const { title, subtitle } = parseLeaseKey(row.key);
  return (
    <span className="block min-w-0">
      <Link
        href={`/leases/${row.id}`}
        prefetch={false}
        tabIndex={-1}
        data-row-link
        title={title.length > 48 ? visibleString(title.slice(0, 2000)) : undefined}
        className="block truncate leading-[1.25] font-[550] hover:underline"
      >
        <UntrustedText text={title.slice(0, 160)} />
      </Link>
      <span className="block truncate text-xs leading-[1.35] text-ink3">
        {subtitle === '' ? ' ' : <UntrustedText text={subtitle.slice(0, 160)} />}
      </span>
    </span>
  );
}
