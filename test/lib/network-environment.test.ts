import { expect, it } from 'vitest';
import { canUseProxy, networkEnvironment, proxyVariables } from '../../service/lib/network-environment.ts';
import { childEnvironment } from '../../service/lib/child-environment.ts';

const OWN = 'localhost,127.0.0.1,::1';

it.each([
  [{}, {}],
  [{ HTTPS_PROXY: '' }, {}],
  [{ https_proxy: 'http://a:1' }, { HTTPS_PROXY: 'http://a:1', NO_PROXY: OWN }],
  [
    { HTTPS_PROXY: 'a:1', https_proxy: 'b:2' },
    { HTTPS_PROXY: 'http://b:2', NO_PROXY: OWN },
  ],
  [
    { all_proxy: 'https://a', NO_PROXY: 'x.org, .y' },
    { HTTPS_PROXY: 'https://a', HTTP_PROXY: 'https://a', NO_PROXY: `x.org,.y,${OWN}` },
  ],
  [{ HTTPS_PROXY: 'socks5://a:1' }, {}],
  [{ HTTP_PROXY: 'not an address' }, {}],
])('the proxy of %j', (env, expected) => {
  expect(proxyVariables(env)).toEqual(expected);
});

it('is passed to processes that send texts, with the certificates to trust, and to no other', () => {
  const env = { HTTPS_PROXY: 'http://me:secret@a:1', NODE_EXTRA_CA_CERTS: '/ca.pem', OTHER_KEY: 'x' };
  expect(networkEnvironment(env)).toEqual({
    HTTPS_PROXY: 'http://me:secret@a:1',
    NO_PROXY: OWN,
    NODE_USE_ENV_PROXY: '1',
    NODE_EXTRA_CA_CERTS: '/ca.pem',
    NODE_USE_SYSTEM_CA: '1',
  });
  expect(childEnvironment(env)).toEqual({});
});

it.each([
  ['20.20.2', false],
  ['22.20.0', false],
  ['22.21.0', true],
  ['24.4.1', false],
  ['24.5.0', true],
  ['25.0.0', true],
])('Node %s can use a proxy: %s', (version, expected) => {
  expect(canUseProxy(version)).toBe(expected);
});
