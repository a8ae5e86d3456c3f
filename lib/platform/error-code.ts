/**
 * Whether an error has this `code`. The build has a class once for each bundle, so an error thrown by
 * what one bundle made is no instance of the class of another: `instanceof` holds within a bundle only.
 */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === code;
}

/** The code of errors about a cursor that no page gave. */
export const BAD_CURSOR = 'BAD_CURSOR';
