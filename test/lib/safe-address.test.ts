import { describe, expect, it } from 'vitest';
import { isSafeAddress } from '../../service/lib/safe-address.ts';

describe('an address that text may be sent to', () => {
  it.each([
    'https://api.example.com',
    'https://8.8.8.8',
    'http://localhost:11434',
    'http://127.0.0.1:1',
    'http://127.8.9.1',
    'http://10.0.0.1',
    'http://172.31.255.1',
    'http://192.168.1.10:8080/v1',
    'http://[::1]:5000',
    'http://[fd00::1]',
  ])('is %s', (address) => expect(isSafeAddress(address)).toBe(true));

  it.each([
    'http://example.com',
    'http://8.8.8.8',
    'http://172.32.0.1',
    'http://localhost.example.com',
    'http://[2001:db8::1]',
    'http://0x7f000001.example',
    'ftp://127.0.0.1',
    'file:///etc/passwd',
    'https://user:secret@example.com',
    'not an address',
    '',
  ])('is not %s', (address) => expect(isSafeAddress(address)).toBe(false));
});
