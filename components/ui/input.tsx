import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return (
    <input
      className={cn(
        'w-full rounded-[8px] border border-edge/70 bg-bg px-2.5 py-1.75 text-base text-ink',
        className,
      )}
      {...props}
    />
  );
}
