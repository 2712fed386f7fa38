/** Whether an address has the origin of the window's page: same scheme, host and port. */
export function isOwnOrigin(pageOrigin: string, url: string): boolean {
  return URL.canParse(url) && new URL(url).origin === new URL(pageOrigin).origin;
}

/** Sites that the window or an engine's advice links to. */
const LINKED_SITES: ReadonlySet<string> = new Set([
  'https://github.com',
  'https://wiki.apertium.org',
  'https://www.apertium.org',
  'https://www.deepl.com',
]);

/**
 * Whether an address may be opened in the system's browser. `openExternal` starts whatever program is
 * registered for a scheme (`file:`, `smb:`, `ms-msdt:` and the like have run code), and any web address could
 * leak a document's text in its query: so only the service's own pages, and the linked sites without a query.
 */
export function mayOpenOutside(baseUrl: string, url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { origin, username, password, search } = new URL(url);
  if (username !== '' || password !== '') return false;
  return isOwnOrigin(baseUrl, url) || (LINKED_SITES.has(origin) && search === '');
}

/**
 * Whether a request may leave the window. DevTools load their files from `devtools:`; `blob:` and `data:` do
 * not touch the network; the dev server reports changes over a WebSocket of its origin.
 */
export function mayRequest(pageOrigin: string, url: string): boolean {
  if (!URL.canParse(url)) return false;
  const asHttp = url.replace(/^ws:/i, 'http:');
  return isOwnOrigin(pageOrigin, asHttp) || ['devtools:', 'blob:', 'data:'].includes(new URL(url).protocol);
}
