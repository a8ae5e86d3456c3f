'use client';

import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef } from 'react';
import type uPlot from 'uplot';
import { CHANGE_KINDS, type ChangeCounts } from '@/lib/history/changes-per-minute.ts';
import type { TimeFormats } from './formats.ts';
import type { TimeSpan } from './holds.ts';
import { counted, type TimelineLabels } from './labels.ts';
import { spanOfChart, stacked } from './stacked.ts';
import { useWidth } from './use-width.ts';

export interface ChangesChartProps {
  counts: ChangeCounts;
  /** A time was brushed; `null` to show everything again. */
  onRange: (span: TimeSpan | null) => void;
  /** Whether a time was brushed, so that it can be cleared. */
  isBrushed?: boolean;
  labels: TimelineLabels;
  formats: TimeFormats;
}

const HEIGHT = 128;
const SHORTEST_BRUSH_PX = 6;
/** The widest bar, pixels: a few stretches are no walls. */
const WIDEST_BAR = 48;
const DAY_MS = 86_400_000;
/** Marks of the axis stand this far apart, seconds: no two with the same label. */
const MARKS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440].map((minutes) => minutes * 60);

/** Colour by what it means: a beginning, a hand-over, an orderly end, an end by itself. */
const COLOURS = {
  acquired: '--ok',
  transferred: '--accent',
  released: '--idle',
  expired: '--risk',
};

/** Changes of owner per minute, by kind. Dragging over a time sets the range. */
export function ChangesChart(props: ChangesChartProps) {
  const { counts, onRange, isBrushed = false, labels, formats } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  useChart(frame, { counts, width, onRange, formats });
  const total = counted(labels, 'chartTotal', counts.total, formats.number);
  const words = {
    acquired: labels.acquired,
    transferred: labels.handedOn,
    released: labels.released,
    expired: labels.expired,
  };
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 pt-2 text-[12px] text-ink2">
        <h2 className="font-[550] text-ink">{labels.chartTitle}</h2>
        <span className="num">{total}</span>
        {CHANGE_KINDS.map((kind) => (
          <span key={kind} className="flex items-center gap-1.5">
            <i
              className="h-2 w-2 rounded-[2.5px]"
              style={{ background: `var(${COLOURS[kind]})` }}
            />
            {words[kind]}
          </span>
        ))}
        <span className="ml-auto text-ink3">{labels.chartHint}</span>
        {isBrushed ? (
          <button
            type="button"
            onClick={() => onRange(null)}
            className="rounded-md border border-line bg-panel px-2 py-0.5 hover:text-ink"
          >
            {labels.chartClear}
          </button>
        ) : null}
      </div>
      <div
        ref={frame}
        role="img"
        aria-label={`${labels.chartTitle}: ${total}`}
        className="px-2"
        style={{ height: HEIGHT }}
      />
    </div>
  );
}

function useChart(
  frame: React.RefObject<HTMLDivElement | null>,
  props: Pick<ChangesChartProps, 'counts' | 'onRange' | 'formats'> & { width: number },
): void {
  const { counts, onRange, formats, width } = props;
  const chart = useRef<uPlot | null>(null);
  const latest = useRef({ counts, onRange });
  latest.current = { counts, onRange };

  useEffect(() => {
    const node = frame.current;
    if (!node || width === 0) return;
    let closed = false;
    void import('uplot').then(({ default: Plot }) => {
      if (closed) return;
      const select = (plot: uPlot) => {
        const { left, width: brushed } = plot.select;
        if (brushed < SHORTEST_BRUSH_PX) return;
        const at = (x: number) => Math.round(plot.posToVal(x, 'x') * 1000);
        plot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
        latest.current.onRange({ from: at(left), to: at(left + brushed) });
      };
      chart.current = new Plot(
        optionsFor(Plot, node, {
          ...{ width, formats, onSelect: select },
          span: () => spanOfChart(latest.current.counts),
        }),
        stacked(latest.current.counts),
        node,
      );
    });
    // The canvas holds colours, not tokens: another look needs them anew.
    const repaint = () => chart.current?.redraw(true, true);
    const looks = new MutationObserver(repaint);
    looks.observe(document.documentElement, { attributeFilter: ['data-theme', 'class'] });
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', repaint);
    return () => {
      closed = true;
      looks.disconnect();
      dark.removeEventListener('change', repaint);
      chart.current?.destroy();
      chart.current = null;
    };
  }, [frame, width, formats]);

  useEffect(() => chart.current?.setData(stacked(counts)), [counts]);
}

function optionsFor(
  Plot: typeof uPlot,
  node: HTMLElement,
  given: {
    width: number;
    formats: TimeFormats;
    onSelect: (plot: uPlot) => void;
    /** The time shown, in seconds. */
    span: () => [number, number];
  },
): uPlot.Options {
  const { width, formats, onSelect, span } = given;
  const token = (name: string) => () => colourOf(node, name);
  const axis = {
    stroke: token('--ink3'),
    grid: { stroke: token('--line2'), width: 1 },
    ticks: { show: false },
    font: '10.5px ui-monospace, monospace',
  };
  const bars = Plot.paths.bars?.({ size: [0.86, WIDEST_BAR], align: 1 });
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    tzDate: (seconds) => zonedDate(seconds * 1000, formats),
    cursor: { y: false, points: { show: false }, drag: { x: true, y: false, setScale: false } },
    // A bar stands for the time from its start on: without an end of its own the newest has no room.
    scales: {
      x: { range: span },
      y: { range: (_plot, _min, max) => [0, Math.max(1, max * 1.08)] },
    },
    axes: [
      {
        ...axis,
        size: 26,
        incrs: MARKS,
        values: (_plot, seconds) => seconds.map((at) => clockText(at * 1000, formats)),
      },
      { ...axis, size: 38 },
    ],
    // The tallest of the stack first, so that the others lie before it.
    series: [
      {},
      ...CHANGE_KINDS.toReversed().map((kind) => ({
        fill: token(COLOURS[kind]),
        width: 0,
        paths: bars,
        points: { show: false },
      })),
    ],
    hooks: { setSelect: [onSelect] },
  };
}

/** A date whose local clock shows the reader's time: uPlot puts its marks by local clocks. */
function zonedDate(at: number, { zoneOffsetMs }: TimeFormats): Date {
  const date = new Date(at);
  const localOffsetMs = -date.getTimezoneOffset() * 60_000;
  return new Date(at + zoneOffsetMs - localOffsetMs);
}

/** The time of day, or the day where it begins. */
function clockText(at: number, formats: TimeFormats): string {
  const isMidnight = (at + formats.zoneOffsetMs) % DAY_MS === 0;
  return formats.tick({ at, unit: isMidnight ? 'd' : 'm' });
}

/** What a token is now. `light-dark()` is only resolved where the token is used as a colour. */
function colourOf(node: HTMLElement, token: string): string {
  const probe = document.createElement('i');
  probe.style.color = `var(${token})`;
  node.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
