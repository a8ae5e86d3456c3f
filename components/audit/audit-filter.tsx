import { Download } from 'lucide-react';
import { ACT_OUTCOMES } from '@/lib/admin/action.ts';
import { LONGEST_QUERY } from '@/lib/board/query/parse-query.ts';
import { address } from '@/lib/http/address.ts';
import type { Translator } from '../messages/translate.ts';
import { Button } from '../ui/button.tsx';
import { Input } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';

export interface AuditFilterValues {
  id?: string;
  request?: string;
  lease?: string;
  act?: string;
  outcome?: string;
  actor?: string;
  q?: string;
}

const ACTIONS = ['stop', 'release', 'transfer', 'hold', 'end-hold', 'enable-events'] as const;

/** The audit's filter: a plain form, so that every filtered list has a link. */
export function AuditFilter({ query, words }: { query: AuditFilterValues; words: Translator }) {
  const values = Object.entries(query).filter(
    ([name, value]) => typeof value === 'string' && name !== 'cursor',
  ) as [string, string][];
  const exportQuery = new URLSearchParams(values);
  return (
    <form className="mb-3.5 flex flex-wrap items-center gap-2" action={address('/audit')}>
      <Input
        type="search"
        name="q"
        maxLength={LONGEST_QUERY}
        defaultValue={query.q}
        aria-label={words.t('audit.find')}
        placeholder={words.t('audit.find')}
        className="max-w-80 bg-panel"
      />
      <Select name="act" defaultValue={query.act ?? ''} aria-label={words.t('audit.act')}>
        <option value="">{words.t('audit.every-act')}</option>
        {ACTIONS.map((act) => (
          <option key={act} value={act}>
            {words.t(`audit.act.${act}`)}
          </option>
        ))}
      </Select>
      <Select
        name="outcome"
        defaultValue={query.outcome ?? ''}
        aria-label={words.t('audit.outcome')}
      >
        <option value="">{words.t('audit.every-outcome')}</option>
        {ACT_OUTCOMES.map((outcome) => (
          <option key={outcome} value={outcome}>
            {words.t(`outcome.short.${outcome}`)}
          </option>
        ))}
      </Select>
      {query.request ? <input type="hidden" name="request" value={query.request} /> : null}
      {query.lease ? <input type="hidden" name="lease" value={query.lease} /> : null}
      <Button type="submit">{words.t('audit.show')}</Button>
      {values.length > 1 ? (
        <Button asChild look="quiet">
          <a href={address('/audit')}>{words.t('empty.filter-clear')}</a>
        </Button>
      ) : null}
      <span className="flex-1" />
      {(['csv', 'ndjson'] as const).map((format) => (
        <Button key={format} asChild size="sm">
          <a href={address(`/api/audit/export?${exportQuery}&format=${format}`)} download>
            <Download aria-hidden />
            {words.t(`export.${format}`)}
          </a>
        </Button>
      ))}
    </form>
  );
}
