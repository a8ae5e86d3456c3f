import type { Metadata } from 'next';
import { words } from '@/app/request-preferences.ts';
import { requireSession } from '@/app/session.ts';
import { ProcessBoard } from '@/components/processes/process-board.tsx';
import { processList } from '@/lib/board/process-list.ts';
import { leaseboard } from '@/lib/server.ts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await words()).t('nav.processes') };
}

/** Who holds the leases: which processes, how many, and how well they renew. */
export default async function ProcessesPage() {
  await requireSession();
  const { t } = await words();
  const { env, board, runs, history } = leaseboard();
  return (
    <>
      <h1 className="mb-3.5">{t('nav.processes')}</h1>
      <ProcessBoard
        initial={processList(board, runs, history.reader)}
        bulkLimit={env.LEASEBOARD_BULK_LIMIT}
      />
    </>
  );
}
