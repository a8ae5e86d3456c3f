'use client';

import { SlidersHorizontal } from 'lucide-react';
import { type ComponentProps, lazy } from 'react';
import { useMessages } from '../messages/messages-provider.tsx';
import { Button } from '../ui/button.tsx';
import { OnDemand } from '../ui/on-demand.tsx';
import type { SettingsMenu } from './settings-menu.tsx';

const LazyMenu = lazy(() =>
  import('./settings-menu.tsx').then(({ SettingsMenu }) => ({ default: SettingsMenu })),
);

/** The way to look, language and out; its menu is loaded when first opened. */
export function SettingsButton(props: ComponentProps<typeof SettingsMenu>) {
  const words = useMessages();
  return (
    <OnDemand component={LazyMenu} props={props}>
      {(onPress) => (
        <Button
          look="quiet"
          size="icon"
          aria-haspopup="menu"
          aria-label={words.t('nav.settings')}
          title={props.actor}
          onClick={onPress}
        >
          <SlidersHorizontal aria-hidden />
        </Button>
      )}
    </OnDemand>
  );
}
