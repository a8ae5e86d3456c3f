import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { words } from '@/app/request-preferences.ts';
import { requireSession } from '@/app/session.ts';
import { LeasePage } from '@/components/lease/lease-page.tsx';
import { NO_ROWS } from '@/components/live/view-query.ts';
import { UntrustedText } from '@/components/text/untrusted-text.tsx';
import { visibleString } from '@/components/text/visible-text.ts';
import { parseLeaseKey } from '@/lib/keys/lease-key.ts';
import { leaseboard } from '@/lib/server.ts';

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const key = leaseKeyOf((await params).id);
  return { title: key === null ? undefined : visibleString(parseLeaseKey(key).title).slice(0, 80) };
}

/** One lease, held or free: its link stays good after its owner is gone. */
export default async function Page({ params }: Props) {
  await requireSession();
  const { id } = await params;
  const key = leaseKeyOf(id);
  if (key === null) notFound();
  const { streams, history } = leaseboard();
  await lookAgain(id);
  const { t } = await words();
  const { subtitle } = parseLeaseKey(key);
  return (
    <>
      <nav aria-label={t('nav.here')} className="mb-1.5 text-ink2">
        <Link href="/" className="hover:text-ink hover:underline">
          {t('nav.leases')}
        </Link>
        {subtitle ? (
          <>
            {' / '}
            <UntrustedText text={subtitle} max={60} />
          </>
        ) : null}
      </nav>
      <LeasePage
        leaseId={id}
        leaseKey={key}
        initial={streams.snapshot({ view: NO_ROWS, leaseId: id })}
        initialHistory={await history.reader.page({ leaseId: id, limit: 100 })}
      />
    </>
  );
}

/** Reads the lease from Redis. Where that fails the page shows the last that was known, and says so. */
async function lookAgain(id: string): Promise<void> {
  const { board, log } = leaseboard();
  try {
    await board.fresh(id);
  } catch (error) {
    log.warn({ err: error }, 'the lease was not read');
  }
}

/** The lease key that an id names, as text, if it is a key of one of our prefixes. */
function leaseKeyOf(id: string): string | null {
  return leaseboard().admin.target(id)?.key ?? null;
}
