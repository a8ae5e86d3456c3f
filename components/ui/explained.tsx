'use client';

import { type ReactNode, useId } from 'react';

/** An explanation below its button, on hover and on focus; Escape and leaving let it go. */
export function Explained({
  explanation,
  className,
  children,
}: {
  explanation: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <span className="group relative inline-block">
      <button
        type="button"
        aria-describedby={id}
        className={className}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      >
        {children}
      </button>
      <span
        id={id}
        role="tooltip"
        className="invisible absolute top-full right-0 z-50 w-max max-w-72 rounded-[8px] border border-line bg-panel px-2.5 py-1.5 text-sm whitespace-normal text-pretty text-ink2 opacity-0 shadow-(--shadow) transition-opacity group-focus-within:visible group-focus-within:opacity-100 group-hover:visible group-hover:opacity-100 max-md:fixed max-md:inset-x-3.5 max-md:top-auto max-md:w-auto"
      >
        {explanation}
      </span>
    </span>
  );
}
