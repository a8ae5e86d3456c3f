'use client';

import { Columns3 } from 'lucide-react';
import { lazy } from 'react';
import { useMessages } from '../messages/messages-provider.tsx';
import { Button } from '../ui/button.tsx';
import { OnDemand } from '../ui/on-demand.tsx';
import type { Column } from './columns.tsx';

const LazyMenu = lazy(() =>
  import('./column-menu.tsx').then(({ ColumnMenu }) => ({ default: ColumnMenu })),
);

/** The way to the choice of columns; its menu is loaded when first opened. */
export function ColumnButton({ noRoomFor }: { noRoomFor: readonly Column[] }) {
  const words = useMessages();
  return (
    <OnDemand component={LazyMenu} props={{ noRoomFor }}>
      {(onPress) => (
        <Button size="sm" aria-haspopup="menu" className="max-md:hidden" onClick={onPress}>
          <Columns3 aria-hidden />
          {words.t('column.choose')}
        </Button>
      )}
    </OnDemand>
  );
}
