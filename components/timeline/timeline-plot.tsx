import { memo, useId } from 'react';
import { type Scale, xOf } from './drawing.ts';
import type { TimeFormats } from './formats.ts';
import type { GapSpan, Hold, TimeSpan } from './holds.ts';
import type { TimelineLabels } from './labels.ts';
import type { Lane } from './lanes.ts';
import { PlotLine } from './plot-line.tsx';
import { Conflict, Gap, NowLine, type Silence } from './plot-marks.tsx';
import { AXIS, FOOT, LANE_NAME, LINE } from './plot-sizes.ts';
import { axisTicks } from './time-view.ts';

/** Room for a word of the axis, pixels. */
const TICK_SPACING = 96;

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
              {gutter === 0 ? name : cut(name, 19)}
            </text>
            <g transform={`translate(${gutter} ${laneTop})`} clipPath={clip}>
              {lane.lines.map((line, at) => (
                <PlotLine key={line[0]?.id} {...props} line={line} y={at * LINE + 4} />
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

function cut(text: string, length: number): string {
  const characters = [...text.slice(0, 64)];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text;
}
