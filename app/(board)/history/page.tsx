import type { Metadata } from 'next';
import { words } from '@/app/reader.ts';
import { requireSession } from '@/app/session.ts';
import { HistoryBoard } from '@/components/history/history-board.tsx';
import { leaseboard } from '@/lib/server.ts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await words()).t('nav.history') };
}

/** Every change of owner, newest first. */
export default async function HistoryPage() {
  await requireSession();
  const { t } = await words();
  return (
    <>
      <h1 className="mb-3.5">{t('nav.history')}</h1>
      <HistoryBoard initial={leaseboard().history.reader.page({ limit: 100 })} />
    </>
  );
}
