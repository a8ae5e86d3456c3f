import { ScrollText, Unplug } from 'lucide-react';
import Link from 'next/link';
import type { ActionOutcome } from '@/lib/admin/action.ts';
import type { AuditEntry } from '@/lib/admin/audit-entry.ts';
import { address } from '@/lib/http/address.ts';
import { parseLeaseKey } from '@/lib/keys/lease-key.ts';
import { parseOwner } from '@/lib/keys/owner.ts';
import { shortRun } from '../leases/owner-tag.tsx';
import type { Translator } from '../messages/translate.ts';
import { UntrustedText } from '../text/untrusted-text.tsx';
import { Moment } from '../time/moment.tsx';
import { Button } from '../ui/button.tsx';
import { Chip, type Tone } from '../ui/chip.tsx';
import { cn } from '../ui/cn.ts';
import { Empty } from '../ui/empty.tsx';

const TONE: Record<ActionOutcome, Tone> = {
  done: 'ok',
  'already-free': 'ok',
  'owner-changed': 'late',
  ignored: 'late',
  'not-adopted': 'late',
  'not-allowed': 'bad',
  unknown: 'bad',
};

/** The audit trail, newest first: who, what, to which lease, why, and what came of it. */
export function AuditList({
  page,
  query,
  words,
  beginsAt,
}: {
  /** `null` when it could not be read. */
  page: { entries: AuditEntry[]; next: string | null } | null;
  query: Record<string, unknown>;
  words: Translator;
  /** When its Redis was started anew, milliseconds; `null` where nothing was lost by that. */
  beginsAt: number | null;
}) {
  if (!page) {
    return (
      <div className="card">
        <Empty icon={<Unplug aria-hidden />} title={words.t('audit.away')} />
      </div>
    );
  }
  if (page.entries.length === 0) {
    return (
      <div className="card">
        <Empty icon={<ScrollText aria-hidden />} title={words.t('audit.none')}>
          {words.t('audit.none-text')}{' '}
          {beginsAt === null
            ? null
            : words.rich('audit.begins', { when: <Moment at={beginsAt} className="num" /> })}
        </Empty>
      </div>
    );
  }
  return (
    <section aria-label={words.t('nav.audit')} className="card overflow-hidden">
      <ul>
        {page.entries.map((entry) => (
          <Entry key={`${entry.prefix} ${entry.id}`} entry={entry} words={words} />
        ))}
      </ul>
      {page.next ? (
        <div className="border-t border-line2 p-2 text-center">
          <Button asChild look="quiet">
            <a href={address(`/audit?${withCursor(query, page.next)}`)}>{words.t('lease.older')}</a>
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function Entry({ entry, words }: { entry: AuditEntry; words: Translator }) {
  const { title, subtitle } = parseLeaseKey(entry.key);
  const { expectedOwner, foundOwner, to } = entry;
  const other = foundOwner !== null && foundOwner !== expectedOwner ? foundOwner : null;
  // Where their beginnings look the same, all of both is shown.
  const whole = other !== null && shortOwner(other) === shortOwner(expectedOwner);
  return (
    <li className="grid items-baseline gap-x-4 gap-y-1 border-b border-line2 px-4 py-2.5 last:border-0 md:grid-cols-[110px_150px_minmax(0,1fr)_minmax(0,1fr)]">
      <Link href={`/audit?id=${entry.id}`} prefetch={false} className="text-ink3 hover:underline">
        <Moment at={entry.at} className="mono num" />
      </Link>
      <span className="flex flex-wrap items-center gap-1.5">
        <b className="font-[550]">{words.t(`audit.act.${entry.act}`)}</b>
        <Chip tone={TONE[entry.outcome]}>{words.t(`outcome.short.${entry.outcome}`)}</Chip>
      </span>
      <span className="min-w-0">
        {entry.act === 'enable-events' ? (
          <b className="font-[550]">{words.t('audit.servers')}</b>
        ) : (
          <>
            <Link
              href={`/leases/${entry.leaseId}`}
              prefetch={false}
              className="font-[550] hover:underline"
            >
              <UntrustedText text={title} max={40} />
            </Link>{' '}
            <span className="text-ink3">
              <UntrustedText text={subtitle} max={28} />
            </span>
          </>
        )}
        <p translate="no" className={cn('mono text-ink2', whole ? 'break-all' : 'truncate')}>
          <Owner owner={expectedOwner} whole={whole} />
          {to ? (
            <>
              {' → '}
              <Owner owner={to} />
            </>
          ) : null}
          {other === null ? null : (
            <span className="text-late">
              {' '}
              {words.rich('audit.found', { owner: <Owner owner={other} whole={whole} /> })}
            </span>
          )}
        </p>
      </span>
      <span className="min-w-0">
        <p>
          “<UntrustedText text={entry.reason} />”
        </p>
        <p className="text-ink3">
          <UntrustedText text={entry.actor} max={40} className="text-ink2" /> ·{' '}
          {words.t(`audit.role.${entry.role}`)} · {words.t(`audit.method.${entry.method}`)} ·{' '}
          {entry.address}
        </p>
        {entry.detail ? <p className="text-ink2">{entry.detail}</p> : null}
      </span>
    </li>
  );
}

function Owner({ owner, whole = false }: { owner: string; whole?: boolean }) {
  return (
    <span title={owner.slice(0, 500)}>
      <UntrustedText text={whole ? owner.slice(0, 500) : shortOwner(owner)} />
    </span>
  );
}

function shortOwner(owner: string): string {
  return shortRun(parseOwner(owner).runId);
}

function withCursor(query: Record<string, unknown>, cursor: string): URLSearchParams {
  const values = Object.entries(query).filter(([, value]) => typeof value === 'string');
  return new URLSearchParams({ ...(Object.fromEntries(values) as Record<string, string>), cursor });
}
