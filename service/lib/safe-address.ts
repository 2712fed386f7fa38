import { BlockList, isIP } from 'node:net';

/** Loopback, private, link-local and unique local addresses (RFC 1122, 1918, 3927, 4193, 4291). */
const PRIVATE = new BlockList();
PRIVATE.addSubnet('127.0.0.0', 8);
PRIVATE.addSubnet('10.0.0.0', 8);
PRIVATE.addSubnet('172.16.0.0', 12);
PRIVATE.addSubnet('192.168.0.0', 16);
PRIVATE.addSubnet('169.254.0.0', 16);
PRIVATE.addAddress('::1', 'ipv6');
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
PRIVATE.addSubnet('fe80::', 10, 'ipv6');

/**
 * Whether text may be sent to an address: by `https:` anywhere; by `http:` only within this machine or a
 * private network, where an eavesdropper already has access. Names other than localhost are not resolved, as
 * a resolution can change later.
 */
export function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  if (protocol === 'https:') return true;
  if (protocol !== 'http:') return false;
  return isNear(hostname);
}

/** Whether an address is on this machine or in a private network. */
export function isNearAddress(address: string): boolean {
  return URL.canParse(address) && isNear(new URL(address).hostname);
}

function isNear(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  const version = isIP(host);
  return version !== 0 && PRIVATE.check(host, version === 6 ? 'ipv6' : 'ipv4');
}

/** Strips the API version, which many people copy with the address. */
export function serverRoot(address: string): string {
  return address.replace(/\/+$/, '').replace(/\/v[1-3]$/, '');
}
