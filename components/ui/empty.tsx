import type { ReactNode } from 'react';

/** What stands where there is nothing to show: what that means, and what to do. */
export function Empty({
  icon,
  title,
  children,
  actions,
}: {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      <span className="mb-3 grid size-10 place-items-center rounded-full border border-line text-ink3 [&_svg]:size-4.5">
        {icon}
      </span>
      <h2 className="text-[14px] font-semibold tracking-[-0.01em]">{title}</h2>
      {children ? (
        <div className="mt-1.5 max-w-[46ch] text-pretty text-ink2">{children}</div>
      ) : null}
      {actions ? <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </div>
  );
}
