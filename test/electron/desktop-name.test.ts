import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** By a name that tsc does not follow: its types are of a package that only makes installers. */
const CONFIGURATION = new URL('../../resources/installer/electron-builder.mjs', import.meta.url).href;
const { default: builder } = (await import(CONFIGURATION)) as {
  default: { linux: { executableName: string }; electronFuses: { enableCookieEncryption: boolean } };
};
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { desktopName: string };

it('the desktop entry of every Linux package is the one that the windows name', () => {
  // electron-builder names the entries of AppImage and rpm after the program; the Debian package takes
  // desktopName itself.
  expect(manifest.desktopName).toBe(`${builder.linux.executableName}.desktop`);
  expect(readFileSync('scripts/package-deb.mjs', 'utf8')).toContain('applications/${manifest.desktopName}');
});

it('no cookie is encrypted, which would ask the keyring before the first window', () => {
  expect(builder.electronFuses.enableCookieEncryption).toBe(false);
});
