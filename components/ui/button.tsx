import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

const button = cva(
  'inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-[7px] border font-[550] transition-colors disabled:opacity-55 [&_svg]:size-3.5 [&_svg]:shrink-0',
  {
    variants: {
      look: {
        plain: 'border-line bg-panel text-ink hover:border-edge/60 hover:bg-line2',
        primary: 'border-ink bg-ink text-bg hover:bg-ink/88',
        danger: 'border-bad bg-bad text-panel hover:bg-bad/88',
        quiet: 'border-transparent bg-transparent text-ink2 hover:bg-line2 hover:text-ink',
      },
      size: {
        md: 'min-h-7.5 px-2.75 text-[12.5px]',
        sm: 'min-h-6 px-2 text-xs',
        icon: 'size-7.5',
      },
    },
    defaultVariants: { look: 'plain', size: 'md' },
  },
);

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof button> {
  /** Renders its only child instead of a `<button>`, with the button's look: for links. */
  asChild?: boolean;
}

export function Button({ look, size, asChild, className, ...props }: ButtonProps) {
  const classes = cn(button({ look, size }), className);
  if (asChild) return <Slot.Root className={classes} {...props} />;
  return <button type="button" className={classes} {...props} />;
}
