/**
 * The origin of the dev server, from electron-vite's variable. Attack: a variable in the user's environment
 * leads an installed program's window, with its key, to another page. So it counts only in development, and
 * only for loopback.
 */
export function devServerOf(
  env: Readonly<Record<string, string | undefined>>,
  isPackaged: boolean,
): string | undefined {
  const value = env['ELECTRON_RENDERER_URL'];
  if (isPackaged || value === undefined || !URL.canParse(value)) return undefined;
  const { protocol, hostname, origin } = new URL(value);
  return protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname) ? origin : undefined;
}
