'use client';

import type { ReactNode } from 'react';
import { useLive, useSummary } from '../live/live-provider.tsx';
import { useMessages } from '../messages/messages-provider.tsx';
import { Ticking } from '../time/ticking.tsx';
import { cn } from '../ui/cn.ts';
import { Explained } from '../ui/explained.tsx';
import { useBrowserLevel } from './browser-level.ts';
import { browserFact, eventsFact, type Fact, recorderFact, redisFact } from './trust-facts.ts';

const LEVELS = {
  good: 'bg-ok-fill',
  doubt: 'bg-late-fill',
  bad: 'bg-bad-fill',
} as const;

/** The four facts that tell how far the page can be trusted: always there, each with its reason. */
export function TrustStrip() {
  const words = useMessages();
  const { trust } = useSummary();
  const facts = [redisFact(trust, words), eventsFact(trust, words), recorderFact(trust, words)];
  return (
    <section aria-label={words.t('trust.label')}>
      <ul className="flex gap-x-0.5 text-sm text-ink2 max-md:flex-wrap max-md:justify-between max-md:text-xs">
        <BrowserFact />
        {facts.map((fact) => (
          <FactItem key={fact.name} fact={fact} />
        ))}
      </ul>
    </section>
  );
}

function FactItem({ fact }: { fact: Fact }) {
  return (
    <FactShell name={fact.name} level={fact.level} reason={fact.reason}>
      {fact.short ? <span className="num ml-1 text-ink3">· {fact.short}</span> : null}
    </FactShell>
  );
}

function FactShell({
  name,
  level,
  reason,
  children,
}: {
  name: string;
  level: Fact['level'];
  reason: ReactNode;
  children?: ReactNode;
}) {
  return (
    <li>
      <Explained
        explanation={reason}
        className="inline-flex min-h-6 cursor-help items-center rounded-[6px] px-1.5 whitespace-nowrap max-md:px-0.5"
      >
        <Light level={level} />
        {name}
        {children}
      </Explained>
    </li>
  );
}

/** A light whose shape tells the level too: round is good, a triangle doubtful, a square bad. */
function Light({ level }: { level: Fact['level'] }) {
  return (
    <span
      aria-hidden="true"
      data-level={level}
      className={cn(
        'mr-1.5 inline-block size-1.75 shrink-0',
        LEVELS[level],
        level === 'good' && 'rounded-full',
        level === 'doubt' && 'size-2! [clip-path:polygon(50%_0,100%_100%,0_100%)]',
        level === 'bad' && 'rounded-[1px]',
      )}
    />
  );
}

/** Whether this page hears the server, told by how long ago it did and not by the state of a socket. */
function BrowserFact() {
  const words = useMessages();
  const { link } = useLive();
  const level = useBrowserLevel();
  const { name, short } = browserFact(link.state, 0, words);
  return (
    <FactShell
      name={name}
      level={level}
      reason={<Ticking text={() => browserFact(link.state, performance.now(), words).reason} />}
    >
      {short ? <span className="num ml-1 text-ink3">· {short}</span> : null}
    </FactShell>
  );
}
