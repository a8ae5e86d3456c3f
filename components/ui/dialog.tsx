'use client';

import { Dialog as Radix } from 'radix-ui';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';

export const Dialog = Radix.Root;
export const DialogClose = Radix.Close;
export const DialogTitle = ({ className, ...props }: ComponentProps<typeof Radix.Title>) => (
  <Radix.Title
    className={cn('text-lg leading-snug font-[650] tracking-[-0.01em] text-balance', className)}
    {...props}
  />
);
export const DialogDescription = ({
  className,
  ...props
}: ComponentProps<typeof Radix.Description>) => (
  <Radix.Description className={cn('mt-2 text-pretty text-ink2', className)} {...props} />
);

function Veil() {
  return (
    <Radix.Overlay
      data-veil
      className="fixed inset-0 z-40 bg-(--veil) data-[state=open]:animate-[appear_120ms_ease]"
    />
  );
}

/**
 * Gives the focus back to what had it before: dialogs here are opened by keys and rows, and Radix
 * knows of triggers alone. What is gone meanwhile leaves the focus at the page's content.
 */
function useFocusBack(): (event: Event) => void {
  const [before] = useState(() =>
    typeof document === 'undefined' ? null : (document.activeElement as HTMLElement | null),
  );
  return (event) => {
    event.preventDefault();
    const there = before?.isConnected && before !== document.body;
    const target = there ? before : document.getElementById('content');
    target?.focus({ preventScroll: true });
  };
}

/** A dialog in the middle, or at the foot of a phone. Focus is trapped, and given back. */
export function DialogContent({
  className,
  children,
  ...props
}: ComponentProps<typeof Radix.Content>) {
  const focusBack = useFocusBack();
  return (
    <Radix.Portal>
      <Veil />
      <Radix.Content
        onCloseAutoFocus={focusBack}
        className={cn(
          'fixed z-50 flex max-h-[calc(100dvh-32px)] w-[min(540px,calc(100vw-24px))] flex-col overflow-hidden rounded-[14px] border border-line bg-panel text-ink shadow-(--shadow) outline-none',
          'top-1/2 left-1/2 -translate-x-1/2 -translate-y-1/2 data-[state=open]:animate-[appear_140ms_ease]',
          className,
        )}
        {...props}
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  );
}

export function DialogBody({ children }: { children: ReactNode }) {
  return <div className="min-h-0 overflow-y-auto px-5.5 pt-5 pb-4.5">{children}</div>;
}

export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line2 bg-bg px-5.5 py-3.25">
      {children}
    </div>
  );
}

/**
 * The one button that is left when a dialog is done. It takes the focus, once the trap has put it
 * on the dialog because what had it is gone.
 */
export function DialogDone({ children }: { children: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const frame = requestAnimationFrame(() => button.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <DialogClose asChild>
      <Button ref={button} look="primary">
        {children}
      </Button>
    </DialogClose>
  );
}

function focusPanel(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement)
    event.currentTarget.focus({ preventScroll: true });
}

/** A panel from the right edge that leaves the page visible beside it. */
export function Drawer({ className, children, ...props }: ComponentProps<typeof Radix.Content>) {
  const focusBack = useFocusBack();
  return (
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-30 bg-(--veil)/40 data-[state=open]:animate-[appear_120ms_ease]" />
      <Radix.Content
        // On the panel itself, not on its first button: the key that opened it must not close it.
        onOpenAutoFocus={focusPanel}
        onCloseAutoFocus={focusBack}
        className={cn(
          'fixed inset-y-0 right-0 z-30 flex w-[min(760px,100%)] flex-col border-l border-line bg-bg text-ink shadow-(--shadow) outline-offset-[-2px] data-[state=open]:animate-[slide-in_160ms_ease]',
          className,
        )}
        {...props}
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  );
}
