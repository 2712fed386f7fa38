/**
 * Stores a text in the browser, if it fits into the few megabytes there: what is kept there can be had
 * otherwise, or is on its way.
 */
export function storeLocally(item: string, text: string): void {
  try {
    localStorage.setItem(item, text);
  } catch {
    // Full.
  }
}
