/** Whether the page is shown and the machine awake. */

const CHECK_EVERY_MS = 500;
/** A difference that no timer explains. */
const SLEPT_MS = 3000;

export interface PageWatcher {
  hidden(): void;
  shown(): void;
  /**
   * The machine slept, and the monotonic clock stood still meanwhile, as it does in some browsers.
   * A wall clock that is set forward looks the same.
   */
  slept(ms: number): void;
  /** Twice a second, less often in a hidden page. */
  check(): void;
}

/** Calls `watcher` until the answer is called. */
export function watchPage(watcher: PageWatcher): () => void {
  let aheadMs = Date.now() - performance.now();
  const noteSleep = () => {
    const before = aheadMs;
    aheadMs = Date.now() - performance.now();
    if (aheadMs - before > SLEPT_MS) watcher.slept(aheadMs - before);
  };
  const onVisibility = () => {
    noteSleep();
    if (document.visibilityState === 'hidden') watcher.hidden();
    else watcher.shown();
  };
  const timer = setInterval(() => {
    noteSleep();
    watcher.check();
  }, CHECK_EVERY_MS);
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onVisibility);
  };
}
