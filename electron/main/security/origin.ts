/** Whether an address has the origin of the window's page: same scheme, host and port. */
export function isOwnOrigin(pageOrigin: string, url: string): boolean {
  return URL.canParse(url) && new URL(url).origin === new URL(pageOrigin).origin;
}

/**
 * Whether an address may be handed to the system's browser. `openExternal` starts whatever program is registered for a
 * scheme (`file:`, `smb:`, `ms-msdt:` and their like have run code), so only the web's own is let through.
 */
export function mayOpenOutside(baseUrl: string, url: string): boolean {
  if (isOwnOrigin(baseUrl, url)) return true;
  if (!URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return protocol === 'https:' && username === '' && password === '';
}

/**
 * Whether a request of the window may leave it. DevTools load their own files from `devtools:`; `blob:` and `data:` have no
 * network behind them; the dev server tells of changes over a WebSocket of its own origin.
 */
export function mayRequest(pageOrigin: string, url: string): boolean {
  if (!URL.canParse(url)) return false;
  const asHttp = url.replace(/^ws:/i, 'http:');
  return isOwnOrigin(pageOrigin, asHttp) || ['devtools:', 'blob:', 'data:'].includes(new URL(url).protocol);
}
