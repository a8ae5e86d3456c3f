import { Fragment } from 'react';
import { cn } from '../ui/cn.ts';
import { middleCut, visibleParts, visibleString } from './visible-text.ts';

/**
 * Text that somebody else chose: isolated from the direction of its surroundings, its hidden
 * characters shown, long ones cut in the middle with the whole on hover.
 */
export function UntrustedText({
  text,
  max,
  mono = false,
  className,
}: {
  text: string;
  /** Characters to show; all of them where absent. */
  max?: number;
  mono?: boolean;
  className?: string;
}) {
  const shown = max === undefined ? text : middleCut(text, max);
  return (
    <bdi
      translate="no"
      className={cn(mono && 'mono', className)}
      title={shown === text ? undefined : visibleString(text.slice(0, 2000))}
    >
      {visibleParts(shown).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name.
        <Fragment key={index}>
          {part.standIn ? <span className="text-[0.9em] text-ink3">{part.text}</span> : part.text}
        </Fragment>
      ))}
    </bdi>
  );
}
