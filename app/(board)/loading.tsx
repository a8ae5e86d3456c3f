/** The page's place while the server makes it: quiet, and no higher than what comes. */
export default function Loading() {
  return (
    <div aria-hidden="true" className="animate-[appear_600ms_ease_200ms_both]">
      <div className="mb-4 h-6 w-32 rounded bg-line2" />
      <div className="card h-[60dvh]" />
    </div>
  );
}
