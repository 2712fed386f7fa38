/** Job times: RFC 3339 UTC in milliseconds, sortable as text. They never go back with the clock. */

/** The later of two. */
export function later(a: string, b: string): string {
  return a > b ? a : b;
}

/** `present` or, if it is not after `before`, the millisecond after `before`. */
export function laterThan(before: string, present: string): string {
  return present > before ? present : new Date(Date.parse(before) + 1).toISOString();
}
