import { memo, useId } from 'react';
import { type Bar, barsOf, type Scale, seenSpan, xOf } from './drawing.ts';
import type { TimeFormats } from './formats.ts';
import { endText, shortOwner } from './hold-text.ts';
import type { GapSpan, Hold, TimeSpan } from './holds.ts';
import { filled, type TimelineLabels } from './labels.ts';
import type { Lane } from './lanes.ts';
import { axisTicks } from './time-view.ts';

const AXIS = 24;
const LINE = 38;
const BAR = 18;
const LANE_NAME = 17;
const FOOT = 20;
/** Ends of bars narrower than this would hide each other. */
const SMALLEST_MARKED = 5;
/** Width of a letter of a note, about, pixels. */
const LETTER = 5.6;
/** Room for a word of the axis, pixels. */
const TICK_SPACING = 96;

/** A time in which the owner renews and nothing else is seen of it. */
export interface Silence extends TimeSpan {
  text: string;
}

export interface PlotProps {
  lanes: readonly Lane[];
  gaps: readonly GapSpan[];
  conflicts: readonly TimeSpan[];
  silence: Silence | null;
  scale: Scale;
  /** Width of the lane names at the left; 0 puts each above its lane. */
  gutter: number;
  now: number;
  selected: string | null;
  colourOf: (owner: string) => string;
  onSelect: (hold: Hold | null) => void;
  labels: TimelineLabels;
  formats: TimeFormats;
}

/** The height of the picture in pixels. */
function plotHeight(lanes: readonly Lane[], gutter: number): number {
  const lines = lanes.reduce((count, { lines }) => count + lines.length, 0);
  return AXIS + Math.max(lines, 1) * LINE + (gutter === 0 ? lanes.length * LANE_NAME : 0) + FOOT;
}

/** The picture itself. Colours come from the page's tokens. */
export const TimelinePlot = memo(function TimelinePlot(props: PlotProps) {
  const { lanes, gaps, conflicts, scale, gutter, now, formats, labels } = props;
  const height = plotHeight(lanes, gutter);
  const id = useId();
  const clip = `url(#${id}-plot)`;
  const bottom = height - FOOT;
  let top = AXIS;
  return (
    <svg width={gutter + scale.width} height={height} aria-hidden className="block select-none">
      <defs>
        <pattern
          id={`${id}-hatch`}
          width="8"
          height="8"
          patternTransform="rotate(45)"
          patternUnits="userSpaceOnUse"
        >
          <rect width="8" height="8" fill="var(--line2)" />
          <rect width="3" height="8" fill="var(--line)" />
        </pattern>
        <clipPath id={`${id}-plot`}>
          <rect x={-1} y={0} width={scale.width + 2} height={height} />
        </clipPath>
      </defs>
      <g transform={`translate(${gutter} 0)`} clipPath={clip}>
        <Axis scale={scale} bottom={bottom} formats={formats} />
        {gaps.map((gap) => (
          <Gap
            key={gap.id}
            gap={gap}
            scale={scale}
            bottom={bottom}
            label={labels.notObserved}
            hatch={`url(#${id}-hatch)`}
          />
        ))}
      </g>
      {lanes.map((lane) => {
        const name = lane.process?.label ?? (lanes.length > 1 ? labels.unknownProcess : '');
        const laneTop = top + (gutter === 0 ? LANE_NAME : 0);
        top = laneTop + lane.lines.length * LINE;
        return (
          <g key={lane.process?.id ?? ''}>
            <text
              x={0}
              y={gutter === 0 ? laneTop - 2 : laneTop + 17}
              fontSize={11}
              fill="var(--ink2)"
            >
              {gutter === 0 ? name : cut(name, 13)}
            </text>
            <g transform={`translate(${gutter} ${laneTop})`} clipPath={clip}>
              {lane.lines.map((line, at) => (
                <Line key={line[0]?.id} {...props} line={line} y={at * LINE + 4} />
              ))}
            </g>
          </g>
        );
      })}
      <g transform={`translate(${gutter} 0)`} clipPath={clip}>
        {conflicts.map((conflict) => (
          <Conflict
            key={conflict.from}
            conflict={conflict}
            scale={scale}
            bottom={bottom}
            label={labels.twoOwners}
          />
        ))}
        <NowLine x={xOf(scale, now)} width={scale.width} bottom={bottom} label={labels.now} />
      </g>
    </svg>
  );
});

function Axis({ scale, bottom, formats }: { scale: Scale; bottom: number; formats: TimeFormats }) {
  return axisTicks(scale.view, scale.width, TICK_SPACING, formats.zoneOffsetMs).map((tick) => {
    const x = xOf(scale, tick.at);
    return (
      <g key={tick.at}>
        <line x1={x} x2={x} y1={AXIS - 2} y2={bottom} stroke="var(--line2)" />
        <text
          x={x}
          y={14}
          fontSize={10.5}
          fill="var(--ink3)"
          textAnchor={x < 24 ? 'start' : x > scale.width - 24 ? 'end' : 'middle'}
          className="mono num"
        >
          {formats.tick(tick)}
        </text>
      </g>
    );
  });
}

function Gap(props: { gap: GapSpan; scale: Scale; bottom: number; label: string; hatch: string }) {
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

function Line({ line, y, ...props }: PlotProps & { line: readonly Hold[]; y: number }) {
  const { scale, now, silence, labels } = props;
  const bars = barsOf(line, scale, now);
  const present = line.at(-1)?.to === null;
  return (
    <g transform={`translate(0 ${y})`}>
      {bars.map((bar) => (
        <BarShape key={bar.hold.id} bar={bar} {...props} />
      ))}
      {bars.map((bar) => (
        <EndMark key={bar.hold.id} bar={bar} width={scale.width} labels={labels} />
      ))}
      {silence && present ? <SilenceLine silence={silence} scale={scale} /> : null}
    </g>
  );
}

function BarShape({ bar, ...props }: PlotProps & { bar: Bar }) {
  const { hold, x, width, count } = bar;
  const { selected, colourOf, onSelect, labels } = props;
  const text = count > 1 ? filled(labels.several, { count }) : shortOwner(hold.owner);
  return (
    // The same is told by the table and, for the keyboard, by the line below the picture.
    <g
      onPointerEnter={() => onSelect(hold)}
      data-hold={hold.id}
      className="cursor-default"
      opacity={hold.beginSource === 'reconciled' ? 0.8 : 1}
    >
      <rect x={x} y={-4} width={Math.max(width, 6)} height={BAR + 8} fill="transparent" />
      <rect
        x={x}
        y={0}
        width={Math.max(width - 1, 1.5)}
        height={BAR}
        rx={Math.min(5, width / 2)}
        fill={count > 1 ? 'var(--idle)' : colourOf(hold.owner)}
        stroke={selected === hold.id ? 'var(--ink)' : 'none'}
        strokeWidth={1.5}
        strokeDasharray={hold.begin === 'unknown' ? '3 2' : undefined}
      />
      {bar.renewals.map((at) => (
        <line
          key={at}
          x1={at}
          x2={at}
          y1={BAR - 6}
          y2={BAR}
          stroke="var(--panel)"
          strokeWidth={1.1}
          opacity={0.6}
        />
      ))}
      {width > 76 ? (
        <text
          x={x + 8}
          y={13}
          fontSize={11}
          fill="var(--panel)"
          className="mono"
          pointerEvents="none"
        >
          {text}
        </text>
      ) : null}
    </g>
  );
}

function EndMark({ bar, width, labels }: { bar: Bar; width: number; labels: TimelineLabels }) {
  const { hold, count } = bar;
  const x = bar.x + bar.width;
  if (hold.end === 'held' || count > 1 || x > width || bar.width < SMALLEST_MARKED) return null;
  const text = endText(hold, labels);
  const isOdd = hold.end === 'expired' || hold.end === 'evicted' || hold.end === 'unknown';
  const colour = isOdd ? 'var(--risk)' : 'var(--ink2)';
  if (hold.end === 'transferred') {
    const hasRoom = bar.width > 56;
    return (
      <g>
        <circle
          cx={x}
          cy={BAR + 7}
          r={3.5}
          fill="var(--panel)"
          stroke={hold.actor ? 'var(--accent)' : 'var(--ink2)'}
          strokeWidth={1.5}
        />
        {hasRoom ? (
          <text x={x - 8} y={BAR + 11} fontSize={10.5} fill={colour} textAnchor="end">
            {text}
          </text>
        ) : null}
      </g>
    );
  }
  const needed = text.length * 6 + 12;
  return (
    <g>
      {hold.actor ? (
        <path
          d={`M${x} ${BAR + 3}l4 4l-4 4l-4 -4z`}
          fill="var(--panel)"
          stroke="var(--accent)"
          strokeWidth={1.5}
        />
      ) : (
        <line x1={x} x2={x} y1={-3} y2={BAR + 3} stroke={colour} strokeWidth={1.5} />
      )}
      {bar.room > needed ? (
        <text x={x + 7} y={13} fontSize={10.5} fill={colour}>
          {text}
        </text>
      ) : null}
    </g>
  );
}

function SilenceLine({ silence, scale }: { silence: Silence; scale: Scale }) {
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

function Conflict(props: { conflict: TimeSpan; scale: Scale; bottom: number; label: string }) {
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

function NowLine({
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
  if (x > width) return null;
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

function cut(text: string, length: number): string {
  const characters = [...text.slice(0, 64)];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text;
}
