import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

/** The browser's own choice list: known to every keyboard, phone and screen reader. */
export function Select({ className, ...props }: ComponentProps<'select'>) {
  return (
    <select
      className={cn(
        'min-h-8 rounded-[8px] border border-line bg-panel px-2 text-base text-ink',
        className,
      )}
      {...props}
    />
  );
}
