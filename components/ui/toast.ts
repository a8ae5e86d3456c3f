let wanted = false;
const listeners = new Set<() => void>();

/** Whether anything was ever confirmed on this page, and so a place for it is needed. */
export const toastsWanted = {
  get: () => wanted,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

/** Confirms something for a few seconds. */
export async function confirmBriefly(text: string, went: 'well' | 'wrong'): Promise<void> {
  wanted = true;
  for (const listener of listeners) listener();
  const { toast } = await import('sonner');
  if (went === 'well') toast.success(text);
  else toast.error(text);
}
