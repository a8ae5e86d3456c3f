/** The last two minutes of a number as a line without axes: its shape, not its values. */
export function Sparkline({
  values,
  className,
}: {
  values: readonly number[];
  className?: string;
}) {
  if (values.length < 2) return null;
  return (
    <svg viewBox="0 0 56 20" aria-hidden="true" className={className} preserveAspectRatio="none">
      <path
        d={linePath(values)}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** A line over 56 × 20 from the oldest value to the newest; a number that stood still lies flat. */
export function linePath(values: readonly number[]): string {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const spread = Math.max(high - low, 1);
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * 56;
    const y = 18 - ((value - low) / spread) * 15;
    return `${round(x)} ${round(y)}`;
  });
  return `M${points.join('L')}`;
}

function round(n: number): number {
  return Math.round(n * 10) / 10;
}
