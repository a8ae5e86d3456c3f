import type { ReactNode } from 'react';

/** One matter: what kind it is, a sentence, and what can be done. */
export function AttentionItem({
  chip,
  actions,
  children,
}: {
  chip: ReactNode;
  actions: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="flex items-center gap-3 border-b border-line2 px-4 py-2.5 last:border-0 max-md:flex-wrap">
      <span className="flex max-w-60 shrink-0 md:min-w-24 max-md:basis-full">{chip}</span>
      <p className="min-w-0 flex-1 text-pretty text-ink2 max-md:basis-full [&_a]:font-semibold [&_a]:text-ink [&_b]:font-[550] [&_b]:text-ink">
        {children}
      </p>
      <span className="flex shrink-0 gap-2">{actions}</span>
    </li>
  );
}
