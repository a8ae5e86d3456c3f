/** One line of the table that the bench prints. */
export interface Result {
  what: string;
  measured: string;
  limit: string;
  /** `null` where there is no limit. */
  holds: boolean | null;
}

/** Makes a line; `value` must not exceed `most`. */
export function atMost(what: string, value: number, most: number, unit = ''): Result {
  return { what, measured: shown(value) + unit, limit: `≤ ${most}${unit}`, holds: value <= most };
}

/** A line without a limit. */
export function told(what: string, measured: string): Result {
  return { what, measured, limit: '', holds: null };
}

export function shown(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString('en');
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}

/** The table, as Markdown. */
export function toMarkdown(results: readonly Result[]): string {
  const rows = results.map(
    ({ what, measured, limit, holds }) =>
      `| ${what} | ${measured} | ${limit} | ${holds === null ? '' : holds ? 'yes' : '**no**'} |`,
  );
  return ['| what | measured | limit | holds |', '|---|---:|---:|---|', ...rows].join('\n');
}

/** The value below which `share` of all lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
