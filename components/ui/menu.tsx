'use client';

import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export const Menu = Radix.Root;
export const MenuTrigger = Radix.Trigger;
export const MenuRadioGroup = Radix.RadioGroup;

const item =
  'flex cursor-default items-center gap-2 rounded-[6px] py-1.5 pr-3 pl-2 text-base outline-none select-none data-[disabled]:opacity-50 data-[highlighted]:bg-line2 [&_svg]:size-3.5 [&_svg]:text-ink3';

export function MenuContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        sideOffset={5}
        align="end"
        collisionPadding={8}
        className={cn(
          'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-y-auto rounded-[10px] border border-line bg-panel p-1 text-ink shadow-(--shadow)',
          className,
        )}
        {...props}
      />
    </Radix.Portal>
  );
}

export function MenuItem({ className, ...props }: ComponentProps<typeof Radix.Item>) {
  return <Radix.Item className={cn(item, className)} {...props} />;
}

export function MenuLabel({ className, ...props }: ComponentProps<typeof Radix.Label>) {
  return (
    <Radix.Label
      className={cn('px-2 pt-1.5 pb-1 text-xs font-[550] text-ink3', className)}
      {...props}
    />
  );
}

export function MenuSeparator() {
  return <Radix.Separator className="my-1 h-px bg-line2" />;
}

function Tick() {
  return (
    <span className="grid w-3.5 place-items-center">
      <Radix.ItemIndicator>
        <Check aria-hidden />
      </Radix.ItemIndicator>
    </span>
  );
}

export function MenuRadioItem({
  className,
  children,
  ...props
}: ComponentProps<typeof Radix.RadioItem>) {
  return (
    <Radix.RadioItem className={cn(item, className)} {...props}>
      <Tick />
      {children}
    </Radix.RadioItem>
  );
}

export function MenuCheckItem({
  className,
  children,
  ...props
}: ComponentProps<typeof Radix.CheckboxItem>) {
  return (
    <Radix.CheckboxItem className={cn(item, className)} {...props}>
      <Tick />
      {children}
    </Radix.CheckboxItem>
  );
}
