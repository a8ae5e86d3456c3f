'use client';

import { type ComponentType, type ReactNode, Suspense, useState } from 'react';

/**
 * Something behind a button that is loaded by the first press of it. Until then `children` stand
 * in its place, given what to do when pressed.
 */
export function OnDemand<Props extends object>({
  component: Component,
  props,
  children,
}: {
  /** Made with `lazy`; opens itself when it appears. */
  component: ComponentType<Props>;
  props: Props;
  children: (onPress: () => void) => ReactNode;
}) {
  const [wanted, setWanted] = useState(false);
  const standIn = children(() => setWanted(true));
  return wanted ? (
    <Suspense fallback={standIn}>
      <Component {...props} />
    </Suspense>
  ) : (
    standIn
  );
}
