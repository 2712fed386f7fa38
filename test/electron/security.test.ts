import { describe, expect, it, vi } from 'vitest';
import { denyPermissions } from '../../electron/main/security/deny-permissions.ts';
import { isOwnOrigin, mayOpenOutside, mayRequest } from '../../electron/main/security/origin.ts';
import { isPermitted } from '../../electron/main/security/permission-table.ts';
import { isTrustedSender } from '../../electron/main/security/sender.ts';

const { defaultSession } = vi.hoisted(() => ({
  defaultSession: {
    setPermissionRequestHandler: vi.fn(),
    setPermissionCheckHandler: vi.fn(),
    setDevicePermissionHandler: vi.fn(),
  },
}));
vi.mock('electron', () => ({ session: { defaultSession } }));

const BASE = 'http://127.0.0.1:4717';

it('a request for a permission that comes of no page is denied', () => {
  denyPermissions(BASE);
  const [[onRequest]] = defaultSession.setPermissionRequestHandler.mock.calls as [
    [(contents: object | null, permission: string, decide: (isGiven: boolean) => void) => void],
  ];
  const given = (contents: object | null) => {
    const decide = vi.fn();
    onRequest(contents, 'clipboard-sanitized-write', decide);
    return decide.mock.calls;
  };
  expect(given(null)).toEqual([[false]]);
  expect(given({ getURL: () => `${BASE}/` })).toEqual([[true]]);
});

describe('the window stays with its service', () => {
  it.each(['http://127.0.0.1:4717/', 'http://127.0.0.1:4717/v1/docs#x'])('takes %s for its own', (url) => {
    expect(isOwnOrigin(BASE, url)).toBe(true);
  });

  it.each([
    'http://127.0.0.1:4718/',
    'https://127.0.0.1:4717/',
    'http://localhost:4717/',
    'http://127.0.0.1:4717@evil.example/',
    'http://127.0.0.1.evil.example:4717/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'about:blank',
    '',
  ])('takes %s for foreign', (url) => {
    expect(isOwnOrigin(BASE, url)).toBe(false);
  });

  it('lets no request leave but to the service', () => {
    expect(mayRequest(BASE, `${BASE}/v1/jobs`)).toBe(true);
    expect(mayRequest(BASE, 'blob:http://127.0.0.1:4717/1')).toBe(true);
    for (const url of ['https://evil.example/?text', 'ws://evil.example/', 'file:///etc/passwd', 'nonsense'])
      expect(mayRequest(BASE, url)).toBe(false);
  });
});

describe('a link out of the window', () => {
  it('goes to the browser when it is to a page that the window links to', () => {
    expect(mayOpenOutside(BASE, 'https://www.apertium.org/')).toBe(true);
    expect(mayOpenOutside(BASE, `${BASE}/v1/docs`)).toBe(true);
  });

  it.each([
    'file:///usr/bin/xterm',
    'smb://evil.example/share',
    'ms-msdt:/id',
    'javascript:alert(1)',
    'http://plain.example/',
    'https://evil.example/',
    'https://www.apertium.org/?q=the+text+of+a+document',
    'https://www.apertium.org.evil.example/',
    'https://user:secret@evil.example/',
    'nonsense',
  ])('goes nowhere when it is %s', (url) => {
    expect(mayOpenOutside(BASE, url)).toBe(false);
  });
});

describe('permissions', () => {
  it('are denied unless the table has them', () => {
    for (const asked of [
      'media',
      'geolocation',
      'usb',
      'clipboard-read',
      'notifications',
      'openExternal',
      'constructor',
      'new',
    ])
      expect(isPermitted(BASE, asked, `${BASE}/`)).toBe(false);
    expect(isPermitted(BASE, 'clipboard-sanitized-write', `${BASE}/`)).toBe(true);
  });

  it("are denied to every page but the service's own", () => {
    expect(isPermitted(BASE, 'clipboard-sanitized-write', 'https://evil.example/')).toBe(false);
  });
});

describe('a message to the shell', () => {
  it("is accepted from the top frame of the service's page only", () => {
    const frame = { url: `${BASE}/`, parent: null };
    expect(isTrustedSender(BASE, { senderFrame: frame })).toBe(true);
    expect(isTrustedSender(BASE, { senderFrame: { ...frame, parent: frame } })).toBe(false);
    expect(isTrustedSender(BASE, { senderFrame: { ...frame, url: 'https://evil.example/' } })).toBe(false);
    expect(isTrustedSender(BASE, { senderFrame: null })).toBe(false);
  });
});
