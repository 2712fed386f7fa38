import { session } from 'electron';
import { proxyVariables } from '../../service/service.ts';

/** Any address of another machine; nothing is sent there. */
const ELSEWHERE = 'https://example.com/';
/** Milliseconds: a script that chooses the proxy (PAC) is fetched first, and its server may be silent. */
const PATIENCE_MS = 3_000;

/**
 * Has the service and its processes use the proxy of the system's settings, unless the environment names one.
 * Asked once, at the start: a proxy that changes later counts from the next start on.
 */
export async function followSystemProxy(): Promise<void> {
  if (Object.keys(proxyVariables()).length > 0) return;
  const found = await Promise.race([
    session.defaultSession.resolveProxy(ELSEWHERE).catch(() => ''),
    new Promise<string>((resolve) => setTimeout(() => resolve(''), PATIENCE_MS).unref()),
  ]);
  const address = proxyAddress(found);
  if (address !== undefined) Object.assign(process.env, { HTTPS_PROXY: address, HTTP_PROXY: address });
}

/**
 * `PROXY host:port; DIRECT`: the first that Node can use.
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
