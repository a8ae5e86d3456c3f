'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { useSummary } from '../live/live-provider.tsx';
import { useMessages } from '../messages/messages-provider.tsx';
import type { PlainKey } from '../messages/translate.ts';
import { cn } from '../ui/cn.ts';

const PAGES: readonly { href: string; label: PlainKey }[] = [
  { href: '/', label: 'nav.leases' },
  { href: '/history', label: 'nav.history' },
  { href: '/processes', label: 'nav.processes' },
  { href: '/audit', label: 'nav.audit' },
  { href: '/diagnostics', label: 'nav.diagnostics' },
];

/** The pages; a client component because it marks where you are and counts what is held. */
export function Nav({ className }: { className?: string }) {
  const words = useMessages();
  const path = usePathname();
  const { counts } = useSummary();
  return (
    <nav aria-label={words.t('nav.label')} className={className}>
      <ul className="flex gap-0.5 md:flex-col">
        {PAGES.map(({ href, label }) => (
          <NavLink
            key={href}
            href={href}
            here={href === '/' ? path === '/' || path.startsWith('/leases') : path.startsWith(href)}
            note={href === '/' ? words.number(counts.held) : null}
          >
            {words.t(label)}
          </NavLink>
        ))}
      </ul>
    </nav>
  );
}

function NavLink({
  href,
  here,
  note,
  children,
}: {
  href: string;
  here: boolean;
  note: string | null;
  children: ReactNode;
}) {
  return (
    <li>
      <Link
        href={href}
        prefetch={false}
        aria-current={here ? 'page' : undefined}
        className={cn(
          'flex min-h-8 items-center justify-between gap-2 rounded-[7px] px-2.5 whitespace-nowrap text-ink2 transition-colors hover:text-ink',
          here && 'bg-panel font-[550] text-ink shadow-[0_0_0_1px_var(--line)]',
        )}
      >
        {children}
        {note ? <span className="num text-ink3 max-md:hidden">{note}</span> : null}
      </Link>
    </li>
  );
}
