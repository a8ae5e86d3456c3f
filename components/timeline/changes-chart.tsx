'use client';

import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef } from 'react';
import type uPlot from 'uplot';
import { CHANGE_KINDS, type ChangeCounts } from '@/lib/history/changes-per-minute.ts';
import type { TimeSpan } from './holds.ts';
import { filled, type TimelineLabels } from './labels.ts';
import { stacked } from './stacked.ts';
import { useWidth } from './use-width.ts';

export interface ChangesChartProps {
  counts: ChangeCounts;
  /** A time was brushed; `null` to show everything again. */
  onRange: (span: TimeSpan | null) => void;
  /** Whether a time was brushed, so that it can be cleared. */
  isBrushed?: boolean;
  labels: TimelineLabels;
}

const HEIGHT = 128;
const SHORTEST_BRUSH_PX = 6;

/** Colour by what it means: a beginning, a hand-over, an orderly end, an end by itself. */
const COLOURS = {
  acquired: '--ok',
  transferred: '--accent',
  released: '--idle',
  expired: '--risk',
};

/** Changes of owner per minute, by kind. Dragging over a time sets the range. */
export function ChangesChart(props: ChangesChartProps) {
  const { counts, onRange, isBrushed = false, labels } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  useChart(frame, counts, width, onRange);
  const words = {
    acquired: labels.acquired,
    transferred: labels.handedOn,
    released: labels.released,
    expired: labels.expired,
  };
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 pt-2 text-[12px] text-ink2">
        <span className="num">{filled(labels.chartTotal, { count: counts.total })}</span>
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
        aria-label={`${labels.chartTitle}: ${filled(labels.chartTotal, { count: counts.total })}`}
        className="px-2"
        style={{ height: HEIGHT }}
      />
    </div>
  );
}

function useChart(
  frame: React.RefObject<HTMLDivElement | null>,
  counts: ChangeCounts,
  width: number,
  onRange: (span: TimeSpan) => void,
): void {
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
        optionsFor(Plot, node, width, select),
        stacked(latest.current.counts),
        node,
      );
    });
    // The canvas holds colours, not tokens: another look needs them anew.
    const repaint = () => chart.current?.redraw(false, true);
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
  }, [frame, width]);

  useEffect(() => chart.current?.setData(stacked(counts)), [counts]);
}

function optionsFor(
  Plot: typeof uPlot,
  node: HTMLElement,
  width: number,
  onSelect: (plot: uPlot) => void,
): uPlot.Options {
  const token = (name: string) => () => colourOf(node, name);
  const axis = {
    stroke: token('--ink3'),
    grid: { stroke: token('--line2'), width: 1 },
    ticks: { show: false },
    font: '10.5px ui-monospace, monospace',
  };
  const bars = Plot.paths.bars?.({ size: [0.86, 24], align: 1 });
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: true, y: false, setScale: false } },
    scales: { y: { range: (_plot, _min, max) => [0, Math.max(1, max * 1.08)] } },
    axes: [
      { ...axis, values: (_plot, seconds) => seconds.map((at) => clockText(at * 1000)) },
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

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const day = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' });

/** The time of day, or the day where it begins. */
function clockText(at: number): string {
  const date = new Date(at);
  const isMidnight = date.getHours() === 0 && date.getMinutes() === 0;
  return isMidnight ? day.format(date) : clock.format(date);
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
