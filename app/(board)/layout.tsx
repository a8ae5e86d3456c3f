import type { ReactNode } from 'react';
import {
  actOnMany,
  endHold,
  holdLease,
  listTransferTargets,
  releaseLease,
  signOut,
  stopRun,
  takeName,
  transferLease,
} from '@/app/actions.ts';
import { words } from '@/app/request-preferences.ts';
import { requireSession } from '@/app/session.ts';
import { ActionsProvider } from '@/components/actions/actions-provider.tsx';
import { LiveProvider } from '@/components/live/live-provider.tsx';
import { ShellKeys } from '@/components/palette/shell-keys.tsx';
import { DeploymentProvider } from '@/components/shell/deployment-provider.tsx';
import { Frame } from '@/components/shell/frame.tsx';
import { HeaderSearch } from '@/components/shell/header-search.tsx';
import { Toasts } from '@/components/ui/toasts.tsx';
import { ACTIONS } from '@/lib/admin/action.ts';
import { isNameless } from '@/lib/auth/session.ts';
import { build } from '@/lib/env.ts';
import { leaseboard } from '@/lib/server.ts';

const actions = {
  stop: stopRun,
  release: releaseLease,
  transfer: transferLease,
  hold: holdLease,
  endHold,
  many: actOnMany,
  targets: listTransferTargets,
  takeName,
};

/** What every signed-in page stands in, with the one live connection they share. */
export default async function BoardLayout({ children }: { children: ReactNode }) {
  const session = await requireSession();
  const { env, board } = leaseboard();
  const deployment = {
    name: env.LEASEBOARD_NAME ?? 'Redis',
    stage: env.LEASEBOARD_STAGE ?? null,
    prefixes: env.LEASEBOARD_PREFIXES,
  };
  const allowed =
    session.role === 'operator'
      ? ACTIONS.filter((act) => !env.LEASEBOARD_DISABLE_ACTS.includes(act))
      : [];
  const { t } = await words();
  return (
    <LiveProvider
      initial={{ counts: board.counts(), trust: board.trust(), build }}
      now={board.now()}
    >
      <DeploymentProvider deployment={deployment}>
        <ActionsProvider {...{ actions, allowed }} nameless={isNameless(session)}>
          <Frame
            deployment={deployment}
            build={build}
            actor={session.actor}
            skip={t('app.skip')}
            signOut={signOut}
            search={<HeaderSearch />}
          >
            {children}
          </Frame>
          <ShellKeys />
          <Toasts />
        </ActionsProvider>
      </DeploymentProvider>
    </LiveProvider>
  );
}
