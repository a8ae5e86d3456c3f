import type { ReactNode } from 'react';
import { cn } from './cn.ts';

export type Tone = 'ok' | 'late' | 'risk' | 'bad' | 'odd' | 'idle';

const TONES: Record<Tone, string> = {
  ok: 'bg-ok-bg text-ok',
  late: 'bg-late-bg text-late',
  risk: 'bg-risk-bg text-risk',
  bad: 'bg-bad-bg text-bad',
  odd: 'bg-odd-bg text-odd',
  idle: 'bg-idle-bg text-idle',
};

/** A word with a colour and, where something is wrong, a shape: never colour alone. */
export function Chip({
  tone,
  icon,
  title,
  className,
  children,
}: {
  tone: Tone;
  icon?: ReactNode;
  title?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      title={title}
      className={cn(
        'inline-flex max-w-full items-center gap-1.25 rounded-full px-2 py-[1.5px] text-xs font-[550] whitespace-nowrap [&_svg]:size-2.5 [&_svg]:shrink-0',
        TONES[tone],
        className,
      )}
    >
      {icon}
      <span className="truncate">{children}</span>
    </span>
  );
}
