import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { type SearchParams, single } from '@/app/page-props.ts';
import { words } from '@/app/request-preferences.ts';
import { requireSession } from '@/app/session.ts';
import { HistoryBoard } from '@/components/history/history-board.tsx';
import { BusiestLeases } from '@/components/timeline/busiest-leases.tsx';
import { timelineWords } from '@/components/timeline/labels.ts';
import { leaseboard } from '@/lib/server.ts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await words()).t('nav.history') };
}

const HOUR_MS = 3_600_000;

/** Every change of owner, newest first. */
export default async function HistoryPage({ searchParams }: { searchParams: SearchParams }) {
  await requireSession();
  followApiNames(await searchParams);
  const translated = await words();
  const { t, number } = translated;
  const labels = timelineWords(translated);
  const { history, board } = leaseboard();
  return (
    <>
      <h1 className="mb-3.5">{t('nav.history')}</h1>
      <HistoryBoard initial={history.reader.page({ limit: 100 })} />
      <section aria-labelledby="busiest-title" className="card mt-4 overflow-hidden">
        <h2 id="busiest-title" className="card-title">
          {labels.busiestTitle}
        </h2>
        <BusiestLeases
          leases={history.reader.busiest(board.now() - HOUR_MS, 8)}
          {...{ labels, number }}
        />
      </section>
    </>
  );
}

/** Leads links that use the API's names on: what it calls `q` is `find` here, and a lease has a page of its own. */
function followApiNames({ q, lease, ...rest }: Awaited<SearchParams>): void {
  const leaseId = single(lease);
  if (leaseId !== '') {
    if (!leaseboard().admin.target(leaseId)) notFound();
    redirect(`/leases/${leaseId}`);
  }
  const text = single(q);
  if (text === '') return;
  const others = Object.entries(rest).map(([name, value]) => [name, single(value)]);
  redirect(`/history?${new URLSearchParams({ find: text, ...Object.fromEntries(others) })}`);
}
