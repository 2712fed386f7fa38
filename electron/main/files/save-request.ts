import type { SaveRequest } from '../../../service/contract/index.ts';

/** A validated download of the service, and the name to offer for it. */
export interface CheckedRequest {
  url: string;
  suggestedName: string;
}

const MAX_NAME_LENGTH = 200;

/**
 * The page's request to save; undefined unless it is a download of the service: the shell sends the window's
 * key along, which must not go anywhere else.
 */
export function checkSaveRequest(
  baseUrl: string,
  { path, suggestedName }: SaveRequest,
): CheckedRequest | undefined {
  if (!URL.canParse(path, baseUrl)) return undefined;
  const url = new URL(path, baseUrl);
  if (url.origin !== new URL(baseUrl).origin || !url.pathname.startsWith('/v1/')) return undefined;
  return { url: url.href, suggestedName: plainFileName(suggestedName) };
}

/**
 * A name without a folder. A path in the default name would open the dialog in a place of the page's
 * choosing; control characters and those that Windows forbids would make a name that cannot be saved.
 */
export function plainFileName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const clean = last
    .replace(/[\p{Cc}<>:"|?*]/gu, '_')
    .replace(/^\.+/, '')
    .trim();
  return clean === '' ? 'translation' : cut(clean);
}

/** Keeps the beginning, by which users recognise a file, and the extension. */
function cut(name: string): string {
  if (name.length <= MAX_NAME_LENGTH) return name;
  const ending = /(\.[a-z-]{2,12})?\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? '';
  return `${name.slice(0, MAX_NAME_LENGTH - ending.length).trim()}${ending}`;
}
