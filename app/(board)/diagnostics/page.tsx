import type { Metadata } from 'next';
import { enableEvents } from '@/app/actions.ts';
import { words } from '@/app/request-preferences.ts';
import { requireSession } from '@/app/session.ts';
import { EnableEvents } from '@/components/diagnostics/enable-events.tsx';
import { Findings } from '@/components/diagnostics/findings.tsx';
import { PageChecks } from '@/components/diagnostics/page-checks.tsx';
import { diagnose } from '@/lib/observe/index.ts';
import { leaseboard } from '@/lib/server.ts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await words()).t('nav.diagnostics') };
}

/** What is in the way of a true picture, each with its fix. */
export default async function DiagnosticsPage() {
  const { role } = await requireSession();
  const { watch, version } = leaseboard();
  const reader = await words();
  return (
    <>
      <h1 className="mb-1">{reader.t('nav.diagnostics')}</h1>
      <p className="mb-3.5 max-w-[80ch] text-pretty text-ink2">{reader.t('diagnostics.text')}</p>
      <Findings
        findings={await diagnose(watch, { Leaseboard: version })}
        words={reader}
        enable={role === 'operator' ? <EnableEvents enable={enableEvents} /> : null}
      />
      <PageChecks />
    </>
  );
}
