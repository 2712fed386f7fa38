/**
 * How this machine reaches others: the proxy and certificates set by its user or administrator. From the
 * versions of `canUseProxy` on, Node applies them by itself if these variables say so.
 */
type Environment = Readonly<Record<string, string | undefined>>;

/** Never proxied: programs on this machine, such as a local model server. */
const OWN_MACHINE = ['localhost', '127.0.0.1', '::1'];

/** The proxy's variables as Node reads them; empty without a proxy, or with one Node cannot use (SOCKS). */
export function proxyVariables(env: Environment = process.env): Record<string, string> {
  const valueOf = (name: string): string => env[name.toLowerCase()] ?? env[name] ?? '';
  const all = proxyAddress(valueOf('ALL_PROXY'));
  const https = proxyAddress(valueOf('HTTPS_PROXY')) ?? all;
  const http = proxyAddress(valueOf('HTTP_PROXY')) ?? all;
  if (https === undefined && http === undefined) return {};
  const direct = valueOf('NO_PROXY').split(/[,\s]+/);
  return {
    ...(https !== undefined && { HTTPS_PROXY: https }),
    ...(http !== undefined && { HTTP_PROXY: http }),
    NO_PROXY: [...new Set([...direct.filter(Boolean), ...OWN_MACHINE])].join(','),
  };
}

/** `proxy.example:3128` is often written without its scheme. */
function proxyAddress(value: string): string | undefined {
  const trimmed = value.trim();
  if (trimmed === '') return undefined;
  const address = trimmed.includes('://') ? trimmed : `http://${trimmed}`;
  return /^https?:$/.test(URL.canParse(address) ? new URL(address).protocol : '') ? address : undefined;
}

/** Extra certificates to trust, and whether to trust the system's (yes, unless the environment says `0`). */
function certificateVariables(env: Environment): Record<string, string> {
  const { NODE_EXTRA_CA_CERTS: extra, NODE_USE_SYSTEM_CA: system = '1' } = env;
  return { ...(extra ? { NODE_EXTRA_CA_CERTS: extra } : {}), NODE_USE_SYSTEM_CA: system };
}

/** Also for processes that send texts; not for document readers, as a proxy's address may hold a password. */
export function networkEnvironment(env: Environment = process.env): Record<string, string> {
  const proxy = proxyVariables(env);
  const isUsed = Object.keys(proxy).length > 0;
  return { ...certificateVariables(env), ...proxy, ...(isUsed ? { NODE_USE_ENV_PROXY: '1' } : {}) };
}

/** `NODE_USE_ENV_PROXY` for fetch and for `node:https`: Node 22.21 and 24.5. */
export function canUseProxy(version = process.versions.node): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 24 || (major === 24 && minor >= 5) || (major === 22 && minor >= 21);
}
