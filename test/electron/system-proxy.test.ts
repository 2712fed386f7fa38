import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followSystemProxy, proxyAddress } from '../../electron/main/system-proxy.ts';

vi.mock('electron', async () => ({ session: (await import('./stand-in/processes.ts')).session }));

const NAMES = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'https_proxy', 'http_proxy', 'all_proxy'];
beforeEach(() => {
  for (const name of NAMES) vi.stubEnv(name, undefined);
});
afterEach(() => void vi.unstubAllEnvs());

it.each([
  ['DIRECT', undefined],
  ['', undefined],
  ['PROXY 10.0.0.1:3128; DIRECT', 'http://10.0.0.1:3128'],
  ['HTTPS proxy.example:443', 'https://proxy.example:443'],
  ['SOCKS5 a:1080; PROXY b:3128', 'http://b:3128'],
  ['SOCKS5 a:1080; DIRECT', undefined],
])('of what Electron says (%s) the first proxy that Node can use is taken', (found, expected) => {
  expect(proxyAddress(found)).toBe(expected);
});

it('the proxy of the system is the one of the service', async () => {
  vi.stubEnv('STAND_IN_PROXY', 'PROXY 10.0.0.1:3128');
  await followSystemProxy();
  expect(process.env['HTTPS_PROXY']).toBe('http://10.0.0.1:3128');
  expect(process.env['HTTP_PROXY']).toBe('http://10.0.0.1:3128');
});

it('the environment wins over the system', async () => {
  vi.stubEnv('STAND_IN_PROXY', 'PROXY 10.0.0.1:3128');
  vi.stubEnv('https_proxy', 'http://own:1');
  await followSystemProxy();
  expect(process.env['HTTPS_PROXY']).toBeUndefined();
});
