import { isIPv4 } from 'node:net';

/** Whether only this machine reaches the address: 127.0.0.0/8 (RFC 1122 §3.2.1.3), ::1, localhost. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}
