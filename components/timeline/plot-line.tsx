import { memo, type PointerEvent, useMemo } from 'react';
import {
  barAt,
  barPaths,
  barShape,
  endPaths,
  endTone,
  hasEndMark,
  renewalPath,
} from './bar-paths.ts';
import { type Bar, barsOf, type Scale } from './drawing.ts';
import { endText, shortOwner } from './hold-text.ts';
import type { Hold } from './holds.ts';
import { filled, type TimelineLabels } from './labels.ts';
import { type Silence, SilenceLine } from './plot-marks.tsx';
import { BAR, LINE } from './plot-sizes.ts';

/** Width of a letter within a bar, about, and the room beside it, pixels. */
const LETTER = 6;
const MARGIN = 12;
/** Bars wider than this name their owner, and than the other how they were handed on. */
const NAMED = 76;
const TOLD = 56;

const TONES = { act: 'var(--accent)', odd: 'var(--risk)', plain: 'var(--ink2)' } as const;

export interface PlotLineProps {
  line: readonly Hold[];
  y: number;
  scale: Scale;
  now: number;
  silence: Silence | null;
  selected: string | null;
  colourOf: (owner: string) => string;
  onSelect: (hold: Hold | null) => void;
  labels: TimelineLabels;
}

/**
 * Holds that do not overlap, as bars in one line. The same is told by the table and, for the
 * keyboard, by the line below the picture.
 */
export function PlotLine(props: PlotLineProps) {
  const { line, y, scale, now, silence, selected, colourOf, onSelect, labels } = props;
  const bars = useMemo(() => barsOf(line, scale, now), [line, scale, now]);
  const chosen = bars.find(({ hold }) => hold.id === selected);
  const onPoint = (event: PointerEvent<SVGRectElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    onSelect(barAt(bars, event.clientX - left)?.hold ?? null);
  };
  return (
    <g transform={`translate(0 ${y})`}>
      <Bars {...{ bars, colourOf, labels }} width={scale.width} />
      {chosen ? (
        <path d={barShape(chosen)} fill="none" stroke="var(--ink)" strokeWidth={1.5} />
      ) : null}
      {silence && line.at(-1)?.to === null ? <SilenceLine silence={silence} scale={scale} /> : null}
      <rect
        x={0}
        y={-4}
        width={scale.width}
        height={LINE - 4}
        fill="transparent"
        onPointerMove={onPoint}
        onPointerDown={onPoint}
      />
    </g>
  );
}

interface BarsProps {
  bars: readonly Bar[];
  width: number;
  colourOf: (owner: string) => string;
  labels: TimelineLabels;
}

/** Drawn again only when the bars have moved, not when one is pointed at. */
const Bars = memo(function Bars({ bars, width, colourOf, labels }: BarsProps) {
  return (
    <>
      {barPaths(bars, colourOf).map(({ id, d, fill, isFaint, isOpen }) => (
        <path
          key={id}
          d={d}
          fill={fill}
          opacity={isFaint ? 0.8 : 1}
          stroke={isOpen ? 'var(--ink3)' : 'none'}
          strokeDasharray={isOpen ? '3 2' : undefined}
        />
      ))}
      <path d={renewalPath(bars)} stroke="var(--panel)" strokeWidth={1.1} opacity={0.6} />
      {endPaths(bars, width).map(({ id, d, shape, tone }) => (
        <path
          key={id}
          d={d}
          fill={shape === 'line' ? 'none' : 'var(--panel)'}
          stroke={shape === 'circle' && tone === 'odd' ? TONES.plain : TONES[tone]}
          strokeWidth={1.5}
        />
      ))}
      {bars.map((bar) => (
        <Words key={bar.hold.id} {...{ bar, width, labels }} />
      ))}
    </>
  );
});

function Words({ bar, width, labels }: { bar: Bar; width: number; labels: TimelineLabels }) {
  const { hold, x, count } = bar;
  const name = count > 1 ? filled(labels.several, { count }) : shortOwner(hold.owner);
  const end = hasEndMark(bar, width) ? <EndWords bar={bar} labels={labels} /> : null;
  if (bar.width <= NAMED) return end;
  return (
    <>
      <text x={x + 8} y={13} fontSize={11} fill="var(--panel)" className="mono">
        {name}
      </text>
      {end}
    </>
  );
}

function EndWords({ bar, labels }: { bar: Bar; labels: TimelineLabels }) {
  const { hold } = bar;
  const isTransfer = hold.end === 'transferred';
  if (isTransfer ? bar.width <= TOLD : bar.room <= MARGIN + LETTER) return null;
  const text = endText(hold, labels);
  const x = bar.x + bar.width;
  const fill = endTone(hold) === 'odd' ? TONES.odd : TONES.plain;
  if (isTransfer) {
    return (
      <text x={x - 8} y={BAR + 11} fontSize={10.5} fill={fill} textAnchor="end">
        {text}
      </text>
    );
  }
  if (bar.room <= text.length * LETTER + MARGIN) return null;
  return (
    <text x={x + 7} y={13} fontSize={10.5} fill={fill}>
      {text}
    </text>
  );
}
