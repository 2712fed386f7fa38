/**
 * For what is read again after each change, and whose answers may come in another order than they were asked
 * for. Called as it is asked; what it returns is called with the answer, and tells whether to show it: not
 * where a later one is shown already.
 */
export function inOrder(): () => () => boolean {
  let asked = 0;
  let shown = 0;
  return () => {
    const own = ++asked;
    return () => {
      if (own < shown) return false;
      shown = own;
      return true;
    };
  };
}
