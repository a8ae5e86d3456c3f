/**
 * One listener on a signal, however many wait for it: a signal that ends hundreds of holds is no
 * leak, and Node would warn of one.
 */
const listeners = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls `listener` once, when the signal is aborted. Answers the function that stops that. */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const all = listeners.get(signal) ?? listenTo(signal);
  // Two holds may pass the same function: each has its own entry.
  const entry = () => listener();
  all.add(entry);
  return () => all.delete(entry);
}

function listenTo(signal: AbortSignal): Set<() => void> {
  const all = new Set<() => void>();
  listeners.set(signal, all);
  signal.addEventListener(
    'abort',
    () => {
      listeners.delete(signal);
      for (const listener of [...all]) listener();
    },
    { once: true },
  );
  return all;
}
