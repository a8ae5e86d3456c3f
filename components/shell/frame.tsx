import type { ReactNode } from 'react';
import { address } from '@/lib/http/address.ts';
import { Brand } from './brand.tsx';
import { FadeWhenStale } from './fade-when-stale.tsx';
import { Nav } from './nav.tsx';
import { NewVersion } from './new-version.tsx';
import { SettingsButton } from './settings-button.tsx';
import { TrustBanner } from './trust-banner.tsx';
import { TrustStrip } from './trust-strip.tsx';

export interface Deployment {
  /** What the people who run it call it. */
  name: string;
  /** `prod` and the like; `null` where it was not set. */
  stage: string | null;
  prefixes: readonly string[];
}

/** What every signed-in page stands in: pages at the side, trust on top. */
export function Frame({
  deployment,
  build,
  actor,
  skip,
  signOut,
  search,
  children,
}: {
  deployment: Deployment;
  /** The build that rendered this page. */
  build: string;
  actor: string;
  /** The words of the link past the navigation. */
  skip: string;
  signOut: () => Promise<void>;
  /** The search field and what stands beside it. */
  search: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="grid min-h-dvh grid-cols-1 [--header:56px] max-md:[--header:0px] md:grid-cols-[200px_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only z-50 rounded-[7px] bg-ink px-3 py-2 text-bg focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {skip}
      </a>
      <aside className="sticky top-0 flex h-dvh flex-col gap-4 border-r border-line px-2.5 py-4 max-md:hidden">
        <a href={address('/')} className="px-2 pt-0.5">
          <Brand />
        </a>
        <Nav />
        <span className="flex-1" />
        <DeploymentCard deployment={deployment} />
      </aside>
      <div className="min-w-0">
        <header className="z-20 border-b border-line bg-bg md:sticky md:top-0">
          <div className="flex min-h-14 items-center gap-3 px-5.5 max-lg:flex-wrap max-lg:py-2 max-md:px-3.5">
            <a href={address('/')} className="md:hidden">
              <Brand />
            </a>
            <div className="order-1 min-w-0 flex-1 max-md:order-4 max-md:basis-full">{search}</div>
            <div className="order-2 max-lg:order-5 max-lg:basis-full">
              <TrustStrip />
            </div>
            <div className="order-3 max-md:ml-auto">
              <SettingsButton actor={actor} signOut={signOut} />
            </div>
          </div>
          <Nav className="overflow-x-auto px-2 pt-px pb-2 md:hidden" />
        </header>
        <NewVersion build={build} />
        <TrustBanner />
        <FadeWhenStale>
          <main id="content" tabIndex={-1} className="px-5.5 pt-5 pb-10 outline-none max-md:px-3.5">
            {children}
          </main>
        </FadeWhenStale>
      </div>
    </div>
  );
}

function DeploymentCard({ deployment }: { deployment: Deployment }) {
  return (
    <div className="rounded-[9px] border border-line bg-panel px-2.5 py-2.25">
      <div className="flex items-center justify-between gap-2">
        <b className="truncate font-semibold">{deployment.name}</b>
        {deployment.stage ? (
          <span className="rounded-[4px] bg-bad-bg px-1.5 text-2xs font-[650] tracking-[0.04em] text-bad uppercase">
            {deployment.stage}
          </span>
        ) : null}
      </div>
      {deployment.prefixes.map((prefix) => (
        <div key={prefix} translate="no" className="mono mt-0.5 truncate text-ink3" title={prefix}>
          {prefix}
        </div>
      ))}
    </div>
  );
}
