/** The mark: a ring most of the way round, as a lease most of the way through its time. */
export function Brand() {
  return (
    <span className="inline-flex items-center gap-2.25 text-[14px] font-[650] tracking-[-0.01em]">
      <svg viewBox="0 0 18 18" aria-hidden="true" className="size-4.5">
        <circle cx="9" cy="9" r="6.6" fill="none" stroke="var(--line)" strokeWidth="4" />
        <circle
          cx="9"
          cy="9"
          r="6.6"
          fill="none"
          stroke="var(--accent)"
          strokeWidth="4"
          strokeDasharray="30 42"
          transform="rotate(-90 9 9)"
        />
      </svg>
      Leaseboard
    </span>
  );
}
