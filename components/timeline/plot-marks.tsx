/** What lies over or under the bars: times not observed, two owners at once, silence, now. */

import { type Scale, seenSpan } from './drawing.ts';
import type { GapSpan, TimeSpan } from './holds.ts';
import { AXIS, BAR } from './plot-sizes.ts';

/** Width of a letter of a note, about, pixels. */
const LETTER = 5.6;

/** A time in which the owner renews and nothing else is seen of it. */
export interface Silence extends TimeSpan {
  text: string;
}

export function Gap(props: {
  gap: GapSpan;
  scale: Scale;
  bottom: number;
  label: string;
  hatch: string;
}) {
  const { gap, scale, bottom, label, hatch } = props;
  const span = seenSpan(scale, gap.from, gap.to);
  if (!span) return null;
  const middle = span.x + span.width / 2;
  return (
    <g>
      <rect
        x={span.x}
        y={AXIS}
        width={Math.max(span.width, 2)}
        height={bottom - AXIS}
        fill={hatch}
        rx={3}
      />
      {span.width >= 8 ? (
        <text
          {...placed(middle, label, scale.width)}
          y={bottom + 13}
          fontSize={10.5}
          fill="var(--ink2)"
        >
          {label}
        </text>
      ) : null}
    </g>
  );
}

export function SilenceLine({ silence, scale }: { silence: Silence; scale: Scale }) {
  const span = seenSpan(scale, silence.from, silence.to);
  if (!span) return null;
  const middle = span.x + span.width / 2;
  return (
    <g>
      <rect x={span.x} y={BAR + 3} width={span.width} height={4} rx={2} fill="var(--bad)" />
      <text
        {...placed(middle, silence.text, scale.width)}
        y={BAR + 17}
        fontSize={10.5}
        fill="var(--bad)"
      >
        {silence.text}
      </text>
    </g>
  );
}

export function Conflict(props: {
  conflict: TimeSpan;
  scale: Scale;
  bottom: number;
  label: string;
}) {
  const { conflict, scale, bottom, label } = props;
  const span = seenSpan(scale, conflict.from, conflict.to);
  if (!span) return null;
  const width = Math.max(span.width, 2);
  return (
    <g>
      <rect
        x={span.x}
        y={AXIS}
        width={width}
        height={bottom - AXIS}
        fill="var(--bad)"
        opacity={0.16}
      />
      <rect
        x={span.x}
        y={AXIS}
        width={width}
        height={bottom - AXIS}
        fill="none"
        stroke="var(--bad)"
        strokeWidth={1.5}
      />
      <text
        {...placed(span.x + width / 2, label, scale.width)}
        y={bottom + 13}
        fontSize={10.5}
        fontWeight={600}
        fill="var(--bad)"
      >
        {label}
      </text>
    </g>
  );
}

export function NowLine({
  x,
  width,
  bottom,
  label,
}: {
  x: number;
  width: number;
  bottom: number;
  label: string;
}) {
  if (x < 0 || x > width) return null;
  return (
    <g>
      <line x1={x} x2={x} y1={AXIS - 2} y2={bottom + 1} stroke="var(--accent)" strokeWidth={1.4} />
      <text {...placed(x, label, width)} y={bottom + 14} fontSize={10.5} fill="var(--accent)">
        {label}
      </text>
    </g>
  );
}

/** Where a text about a place goes, so that it stays within the plot. */
function placed(
  x: number,
  text: string,
  width: number,
): { x: number; textAnchor: 'start' | 'middle' | 'end' } {
  const half = (text.length * LETTER) / 2;
  if (x - half < 0) return { x: 0, textAnchor: 'start' };
  return x + half > width ? { x: width, textAnchor: 'end' } : { x, textAnchor: 'middle' };
}
