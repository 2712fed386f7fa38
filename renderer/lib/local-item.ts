/** Items that belong to the browser rather than to an account. */
const SHARED = new Set(['interlinear.key', 'interlinear.theme']);
const OWNED = 'interlinear.of.';
let account = '';

/**
 * Sets whose items this window reads and writes: of two accounts in one browser neither sees or sends the
 * other's. Items of an earlier release, which named no account, become this one's.
 */
export function setLocalAccount(id: string): void {
  account = id;
  for (const item of Object.keys(localStorage)) {
    if (!item.startsWith('interlinear.') || item.startsWith(OWNED) || SHARED.has(item)) continue;
    storeLocally(ownItem(item.slice('interlinear.'.length)), localStorage.getItem(item) ?? '');
    localStorage.removeItem(item);
  }
}

/** The browser's name of an item of the account. */
export function ownItem(name: string): string {
  return `${OWNED}${account}.${name}`;
}

/**
 * Stores a text in the browser, if it fits into the few megabytes there. Failing is harmless: the text is
 * also elsewhere, or on its way to the service.
 */
export function storeLocally(item: string, text: string): void {
  try {
    localStorage.setItem(item, text);
  } catch {
    // Full.
  }
}
