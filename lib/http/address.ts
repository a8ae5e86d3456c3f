/**
 * Addresses of this dashboard under its base path, for what Next does not prefix by itself: `fetch`,
 * `EventSource`, plain links and forms, redirects of routes. Runs in Node and in the browser.
 */

/** The build puts a placeholder in, and the start the path in its place; empty where nothing was built. */
const BASE_PATH = process.env.LEASEBOARD_BUILT_BASE_PATH ?? '';

/** Where a path that begins with `/` is served. */
export function address(path: string): string {
  // Next leads the base path with a slash at its end on to the one without. Nothing here may depend on
  // what the build put in: a minifier would work it out.
  return `${BASE_PATH}${path}`.replace(/(?<=.)\/$/, '');
}
