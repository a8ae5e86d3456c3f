import type { ReactNode } from 'react';

/** A key to press, drawn as a key. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd
      translate="no"
      className="inline-flex min-w-4.5 justify-center rounded-[4px] border border-b-2 border-line bg-panel px-1.25 font-mono text-[11px] leading-4 text-ink3"
    >
      {children}
    </kbd>
  );
}
