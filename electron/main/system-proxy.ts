import { session } from 'electron';
import { proxyVariables } from '../../service/service.ts';

/** Any address on another machine; nothing is sent there. */
const ELSEWHERE = 'https://example.com/';
/**
 * Milliseconds: a script that chooses the proxy (PAC) must be fetched first, and its server may be silent.
 */
const TIMEOUT_MS = 3_000;

/**
 * Makes the service and its processes use the proxy of the system's settings, unless the environment names
 * one. Read once, at the start: a later change takes effect at the next start.
 */
export async function followSystemProxy(): Promise<void> {
  if (Object.keys(proxyVariables()).length > 0) return;
  const found = await Promise.race([
    session.defaultSession.resolveProxy(ELSEWHERE).catch(() => ''),
    new Promise<string>((resolve) => setTimeout(() => resolve(''), TIMEOUT_MS).unref()),
  ]);
  const address = proxyAddress(found);
  if (address !== undefined) Object.assign(process.env, { HTTPS_PROXY: address, HTTP_PROXY: address });
}

/**
 * `PROXY host:port; DIRECT`: the first entry that Node supports.
 * https://www.electronjs.org/docs/latest/api/session#sesresolveproxyurl
 */
export function proxyAddress(found: string): string | undefined {
  for (const way of found.split(';')) {
    const [, kind, host] = /^\s*(PROXY|HTTPS|DIRECT)\b\s*(\S*)/i.exec(way) ?? [];
    if (kind === undefined) continue;
    if (kind.toUpperCase() === 'DIRECT' || !host) return undefined;
    return `${kind.toUpperCase() === 'HTTPS' ? 'https' : 'http'}://${host}`;
  }
  return undefined;
}
