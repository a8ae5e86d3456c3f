/** The address that was asked for, told to pages by proxy.ts: a page does not know its own. */
export const REQUESTED_PATH_HEADER = 'x-leaseboard-asked';
