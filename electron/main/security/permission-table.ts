import { isOwnOrigin } from './origin.ts';

/**
 * The window's permissions beyond a plain page. Anything not listed is denied, including anything Chromium
 * adds later.
 */
const ALLOWED: Readonly<Record<string, string>> = {
  'clipboard-sanitized-write': 'Copy buttons: the service address, a key, a translation.',
};

/** Whether a page at `url` gets the permission. Only the service's own pages get any. */
export function isPermitted(pageOrigin: string, permission: string, url: string): boolean {
  return Object.hasOwn(ALLOWED, permission) && isOwnOrigin(pageOrigin, url);
}
