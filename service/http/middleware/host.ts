import type Koa from 'koa';
import { ProblemError } from '../../contract/index.ts';

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Refuses a request whose `Host` is not ours. Stops DNS rebinding: a page at evil.example that points its
 * name at 127.0.0.1 becomes same-origin with us, but its requests still say `Host: evil.example`.
 * https://github.com/taviso/rbndr
 */
export function checkHost(boundHost: string, allowedHosts: readonly string[]): Koa.Middleware {
  const allowed = allowedHosts.map((host) => host.toLowerCase());
  const own = [...LOOPBACK_NAMES, bracketed(boundHost.toLowerCase())];
  return (ctx, next) => {
    if (!isOurHost(ctx, own, allowed)) {
      throw new ProblemError(
        'forbidden',
        'The Host header names another machine than this one. Use http://127.0.0.1 with the port of the service, or start it with --allowed-host.',
      );
    }
    return next();
  };
}

function isOurHost(ctx: Koa.Context, own: readonly string[], allowed: readonly string[]): boolean {
  const named = hostHeaders(ctx.req.rawHeaders);
  // RFC 9112 §3.2: exactly one Host. With two, a proxy and we might read different ones.
  if (named.length !== 1) return false;
  const hosts = [named[0]!, ...absoluteFormHost(ctx.req.url)];
  const { localPort = 0, localAddress = '' } = ctx.req.socket;
  const usualPort = schemeOf(ctx) === 'https' ? 443 : 80;
  const reachable = [...own, bracketed(localAddress)];
  return hosts.every((host) => matchesHost(host.toLowerCase(), { localPort, usualPort }, reachable, allowed));
}

function hostHeaders(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]!.toLowerCase() === 'host');
}

/** `GET http://name/path` has its own host, which overrides the header (RFC 9112 §3.2.2). */
function absoluteFormHost(url = '/'): string[] {
  if (url.startsWith('/') || url === '*') return [];
  return URL.canParse(url) ? [new URL(url).host] : [''];
}

function matchesHost(
  host: string,
  { localPort: port, usualPort }: { localPort: number; usualPort: number },
  own: readonly string[],
  allowed: readonly string[],
): boolean {
  if (own.some((name) => host === withPort(name, port))) return true;
  // A client omits the scheme's default port, and no other.
  if (port === usualPort && own.includes(host)) return true;
  // Without a port in the option, ours or none: behind a proxy the name comes without one.
  return allowed.some((name) => host === name || host === withPort(name, port));
}

/**
 * The address that the client has reached, in the form of a Host. With --host it differs from loopback; as a
 * number it cannot be claimed by a page's name server, so rebinding cannot use it.
 */
function bracketed(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  return plain.includes(':') ? `[${plain}]` : plain;
}

function withPort(name: string, port: number): string {
  return `${name}:${port}`;
}

/** The scheme of the request: the loopback listener speaks HTTP, the network's TLS. */
export function schemeOf(ctx: Koa.Context): 'http' | 'https' {
  return 'encrypted' in ctx.req.socket ? 'https' : 'http';
}

/** The window's origins: loopback with our port, and the requested host (see `checkHost`). */
export function ownOrigins(ctx: Koa.Context): string[] {
  const port = ctx.req.socket.localPort ?? 0;
  const scheme = schemeOf(ctx);
  return [...LOOPBACK_NAMES.map((name) => withPort(name, port)), ctx.host].map(
    (host) => `${scheme}://${host}`,
  );
}
