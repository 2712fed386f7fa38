import { isOwnOrigin } from './origin.ts';

/**
 * Permissions beyond a plain page. Everything not listed is denied, including Chromium's future additions.
 */
const ALLOWED: Readonly<Record<string, string>> = {
  'clipboard-sanitized-write': 'Copy buttons: the service address, a key, a translation.',
};

/** Whether a page at `url` gets the permission. Only the service's pages get any. */
export function isPermitted(pageOrigin: string, permission: string, url: string): boolean {
  return Object.hasOwn(ALLOWED, permission) && isOwnOrigin(pageOrigin, url);
}
