import type { Metadata } from 'next';
import { words } from '@/app/reader.ts';
import { requireSession } from '@/app/session.ts';
import { PageChecks } from '@/components/diagnostics/page-checks.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await words()).t('nav.diagnostics') };
}

/** What is in the way of a true picture, each with its fix. */
export default async function DiagnosticsPage() {
  await requireSession();
  const reader = await words();
  return (
    <>
      <h1 className="mb-1">{reader.t('nav.diagnostics')}</h1>
      <p className="mb-3.5 max-w-[70ch] text-ink2">{reader.t('diagnostics.text')}</p>
      <PageChecks />
    </>
  );
}
