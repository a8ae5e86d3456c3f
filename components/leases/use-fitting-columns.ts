'use client';

import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Column } from './columns.tsx';
import { type FittingColumns, fittingColumns } from './fitting-columns.ts';

/** {@link fittingColumns} for the table to which `ref` is given, as wide as it is. */
export function useFittingColumns(
  columns: readonly Column[],
): FittingColumns & { ref: React.RefObject<HTMLDivElement | null> } {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number | null>(null);
  useLayoutEffect(() => {
    const table = ref.current;
    if (!table) return;
    const measure = () => setWidth(table.clientWidth);
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(table);
    return () => resized.disconnect();
  }, []);
  const fitting = useMemo(() => fittingColumns(columns, width), [columns, width]);
  return { ...fitting, ref };
}
