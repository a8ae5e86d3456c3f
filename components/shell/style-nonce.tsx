'use client';

/** Read by the part of Radix that keeps the page from scrolling behind a dialog, for its style element. */
interface StyleScope {
  __webpack_nonce__?: string;
}

/** Lets libraries add style elements of their own under the policy of this page. */
export function StyleNonce({ nonce }: { nonce: string }) {
  if (typeof window !== 'undefined') {
    // The first one counts: the policy is that of the document, whatever is fetched into it later.
    (window as StyleScope).__webpack_nonce__ ??= nonce;
  }
  return null;
}
