/** Where to go after the sign-in: a page of ours, whatever the link that led there says. */
export function landingOf(next: string | null): string {
  if (!next?.startsWith('/')) return '/';
  const home = 'http://leaseboard.invalid';
  const url = URL.canParse(next, home) ? new URL(next, home) : null;
  if (url?.origin !== home || url.pathname.startsWith('/sign-in')) return '/';
  // A path can also become `//host` by being tidied up, as `/x/..//host` does.
  return url.pathname.startsWith('//') ? '/' : `${url.pathname}${url.search}`;
}
