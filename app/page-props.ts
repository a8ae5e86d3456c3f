/** What Next gives to a page, and how to read it. */

export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** A parameter given once; `''` where it is absent or given several times. */
export function single(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}
