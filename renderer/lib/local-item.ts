const OWNED = 'interlinear.of.';
let account = '';

/**
 * Sets the account of this window's items, so that two accounts in one browser neither see nor send each
 * other's.
 */
export function setLocalAccount(id: string): void {
  account = id;
}

/** The browser's key of the account's item. */
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
