import type { Metadata } from 'next';
import { type SearchParams, single } from '@/app/page-props.ts';
import { words } from '@/app/request-preferences.ts';
import { requireSession } from '@/app/session.ts';
import { AuditFilter } from '@/components/audit/audit-filter.tsx';
import { AuditList } from '@/components/audit/audit-list.tsx';
import { type AuditPage, type AuditQuery, auditQuerySchema } from '@/lib/admin/index.ts';
import { cutQuery } from '@/lib/board/query/parse-query.ts';
import { leaseboard } from '@/lib/server.ts';

const FILTERS = ['id', 'request', 'lease', 'act', 'outcome', 'actor', 'q', 'cursor'] as const;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await words()).t('nav.audit') };
}

/** Who did what, and what came of it; refused and failed attempts too. */
export default async function AuditTrailPage({ searchParams }: { searchParams: SearchParams }) {
  await requireSession();
  const query = queryOf(await searchParams);
  const reader = await words();
  return (
    <>
      <h1 className="mb-3.5">{reader.t('nav.audit')}</h1>
      <AuditFilter query={query} words={reader} />
      <AuditList page={await read(query)} query={query} words={reader} beginsAt={lostAt()} />
    </>
  );
}

/** What a link asks for; a link that asks for nonsense shows everything. */
function queryOf(parameters: Awaited<SearchParams>): AuditQuery {
  const given = Object.fromEntries(
    FILTERS.map((name) => [name, parameterOf(name, parameters)]).filter(
      ([, value]) => value !== '',
    ),
  );
  const result = auditQuerySchema.safeParse(given);
  return result.success ? result.data : auditQuerySchema.parse({});
}

/** When the Redis that keeps the trail was started anew and lost what it held; `null` when it was not. */
function lostAt(): number | null {
  const { env, board } = leaseboard();
  const { LEASEBOARD_STORE_URL: store, REDIS_URL: observed } = env;
  if (store !== undefined && store !== observed) return null;
  return board.trust().redis.restart?.at ?? null;
}

function parameterOf(name: (typeof FILTERS)[number], parameters: Awaited<SearchParams>): string {
  const value = single(parameters[name]);
  return name === 'q' ? cutQuery(value) : value;
}

/** `null` when the Redis that keeps the trail does not answer. */
async function read(query: AuditQuery): Promise<AuditPage | null> {
  try {
    return await leaseboard().audit.page(query);
  } catch (error) {
    leaseboard().log.warn({ err: error }, 'the audit trail was not read');
    return null;
  }
}
