'use client';

import { Bookmark } from 'lucide-react';
import { type ComponentProps, lazy } from 'react';
import { useMessages } from '../messages/messages-provider.tsx';
import { Button } from '../ui/button.tsx';
import { OnDemand } from '../ui/on-demand.tsx';
import type { SavedViews } from './saved-views.tsx';

const LazyViews = lazy(() =>
  import('./saved-views.tsx').then(({ SavedViews }) => ({ default: SavedViews })),
);

/** The way to the named views; their menu is loaded when first opened. */
export function ViewsButton(props: ComponentProps<typeof SavedViews>) {
  const words = useMessages();
  return (
    <OnDemand component={LazyViews} props={props}>
      {(onPress) => (
        <Button aria-haspopup="menu" onClick={onPress}>
          <Bookmark aria-hidden />
          {words.t('views.title')}
        </Button>
      )}
    </OnDemand>
  );
}
