// @ts-check
// Passes the sign-in address to a browser by a file instead of an argument: every user of a machine can read
// the arguments of every program. Jupyter passes its token in the same way.
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Writes a page that only this user can read, and that redirects a browser to `address`.
 * @param {string} folder created if missing
 * @param {string} address
 */
export function writeOpenPage(folder, address) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `open-${randomBytes(8).toString('hex')}.html`);
  writeFileSync(path, pageTo(address), { mode: 0o600, flag: 'wx' });
  return { url: pathToFileURL(path).href, remove: () => rmSync(path, { force: true }) };
}

/** @param {string} address */
function pageTo(address) {
  const safe = address.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<!doctype html>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${safe}">
<title>Interlinear</title>
`;
}
