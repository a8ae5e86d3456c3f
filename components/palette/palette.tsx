'use client';

import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { useRouter } from 'next/navigation';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useDeferredValue, useState } from 'react';
import type { LeaseRow, SnapshotMessage } from '@/lib/board/wire.ts';
import { address } from '@/lib/http/address.ts';
import { parseLeaseKey } from '@/lib/keys/lease-key.ts';
import { USUAL_VIEWS } from '../leases/views.ts';
import { NO_ROWS, subjectQuery } from '../live/view-query.ts';
import { useMessages } from '../messages/messages-provider.tsx';
import { usePreferences } from '../preferences/preferences-provider.tsx';
import { UntrustedText } from '../text/untrusted-text.tsx';

const PAGES = [
  ['/', 'nav.leases'],
  ['/history', 'nav.history'],
  ['/processes', 'nav.processes'],
  ['/audit', 'nav.audit'],
  ['/diagnostics', 'nav.diagnostics'],
] as const;
const FOUND = 7;
/** The entry that searches for the text itself. */
const SEARCH = 'search';

/** Whether a key takes the reader to another entry; with Control as in vi and in a shell. */
function moves({ key, ctrlKey }: { key: string; ctrlKey: boolean }): boolean {
  return /^(Arrow(Up|Down)|Home|End)$/.test(key) || (ctrlKey && /^[njpk]$/.test(key));
}

/** One field for everything: pages, leases, views, settings. */
export function Palette({ onClose }: { onClose(): void }) {
  const words = useMessages();
  const router = useRouter();
  const { change } = usePreferences();
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  const [chosen, setChosen] = useState('');
  /** Whether the reader went to an entry; else it is the first that was found for this text. */
  const [moved, setMoved] = useState(false);
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['found', wanted],
    queryFn: ({ signal }) => findLeases(wanted, signal),
    enabled: wanted.length > 1,
    placeholderData: (old) => old,
    staleTime: 0,
  });
  const found = isPlaceholderData ? undefined : data?.[0]?.id;
  const go = (href: string) => {
    onClose();
    router.push(href);
  };
  const fits = (label: string) => label.toLowerCase().includes(wanted.toLowerCase());
  const set = (preferences: Parameters<typeof change>[0]) => {
    change(preferences);
    onClose();
  };

  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-(--veil)" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed top-[14dvh] left-1/2 z-50 w-[min(580px,calc(100vw-24px))] -translate-x-1/2 overflow-hidden rounded-[14px] border border-line bg-panel shadow-(--shadow) outline-none"
        >
          <Radix.Title className="sr-only">{words.t('palette.title')}</Radix.Title>
          <Command
            label={words.t('palette.title')}
            shouldFilter={false}
            loop
            value={moved || wanted.length <= 1 ? chosen : (found ?? SEARCH)}
            onValueChange={setChosen}
            onKeyDown={(event) => moves(event) && setMoved(true)}
            onPointerMove={() => setMoved(true)}
          >
            <Command.Input
              value={text}
              onValueChange={(typed) => {
                setText(typed);
                setMoved(false);
              }}
              placeholder={words.t('palette.placeholder')}
              className="h-12 w-full border-b border-line bg-transparent px-4 text-[14px] outline-none"
            />
            <Command.List className="max-h-[52dvh] overflow-y-auto p-1.5 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-[550] [&_[cmdk-group-heading]]:text-ink3">
              <Command.Empty className="px-2.5 py-4 text-ink2">
                {words.t('palette.none')}
              </Command.Empty>
              {wanted.length > 1 ? (
                <Command.Group heading={words.t('palette.leases')}>
                  {(data ?? []).map((row) => (
                    <Item key={row.id} value={row.id} onSelect={() => go(`/leases/${row.id}`)}>
                      <Found row={row} />
                    </Item>
                  ))}
                  <Item value={SEARCH} onSelect={() => go(`/?q=${encodeURIComponent(wanted)}`)}>
                    {words.t('palette.search-for', { text: wanted })}
                  </Item>
                </Command.Group>
              ) : null}
              <Group heading={words.t('palette.pages')}>
                {PAGES.filter(([, label]) => fits(words.t(label))).map(([href, label]) => (
                  <Item key={href} value={href} onSelect={() => go(href)}>
                    {words.t(label)}
                  </Item>
                ))}
              </Group>
              <Group heading={words.t('views.title')}>
                {USUAL_VIEWS.filter(({ label }) => fits(words.t(label))).map((view) => (
                  <Item
                    key={view.label}
                    value={view.label}
                    onSelect={() =>
                      go(`/?${new URLSearchParams({ q: view.q, sort: view.sort }).toString()}`)
                    }
                  >
                    {words.t(view.label)}
                  </Item>
                ))}
              </Group>
              <Group heading={words.t('palette.settings')}>
                {(
                  [
                    ['light', words.t('settings.theme.light'), { theme: 'light' }],
                    ['dark', words.t('settings.theme.dark'), { theme: 'dark' }],
                    ['system', words.t('settings.theme.system'), { theme: 'system' }],
                    ['utc', words.t('settings.zone.utc'), { zone: 'utc' }],
                    ['local', words.t('settings.zone.local'), { zone: 'local' }],
                    ['relative', words.t('settings.moments.relative'), { moments: 'relative' }],
                    ['absolute', words.t('settings.moments.absolute'), { moments: 'absolute' }],
                  ] as const
                )
                  .filter(([, label]) => fits(label))
                  .map(([value, label, preferences]) => (
                    <Item key={value} value={`set-${value}`} onSelect={() => set(preferences)}>
                      {label}
                    </Item>
                  ))}
              </Group>
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode[] }) {
  return children.length === 0 ? null : <Command.Group heading={heading}>{children}</Command.Group>;
}

function Item({
  value,
  onSelect,
  children,
}: {
  value: string;
  onSelect(): void;
  children: ReactNode;
}) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex min-h-8 cursor-default items-center gap-2 rounded-[7px] px-2.5 data-[selected=true]:bg-accent-bg"
    >
      {children}
    </Command.Item>
  );
}

function Found({ row }: { row: LeaseRow }) {
  const { title, subtitle } = parseLeaseKey(row.key);
  return (
    <>
      <UntrustedText text={title} max={40} className="font-[550]" />
      <UntrustedText text={subtitle} max={30} className="text-ink3" />
      <span className="flex-1" />
      <UntrustedText mono text={row.owner ?? '—'} max={12} className="text-ink2" />
    </>
  );
}

async function findLeases(q: string, signal: AbortSignal): Promise<LeaseRow[]> {
  const view = { ...NO_ROWS, q, limit: FOUND };
  const response = await fetch(address(`/api/snapshot?${subjectQuery({ view })}`), { signal });
  if (!response.ok) throw new Error(`The server answered ${response.status}`);
  return ((await response.json()) as SnapshotMessage).rows;
}
